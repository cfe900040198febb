"""The games. Each sub-package is one; none is named anywhere else."""
