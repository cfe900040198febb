"""The benches and their yardsticks."""
