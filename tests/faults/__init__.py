"""What breaks, and what is left afterwards."""
