"""The tests mirror the package; the files beside this one are about the project as a whole."""
