"""The tasks and their checks, a module for each part of the course."""
