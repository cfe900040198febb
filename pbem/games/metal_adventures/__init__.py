"""Metal Adventures: space pirates between battle, bargain and betrayal, for two to six."""
