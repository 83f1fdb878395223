"""What students are asked for and how it is checked, a module for each part of the course."""
