"""Mail: letters out to people, and their replies in."""
