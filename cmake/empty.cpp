// A static library needs a source even while every other one is excluded.
