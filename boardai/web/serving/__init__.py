"""Connections from outside: the server's address, the number of connections, and their deadlines.

listening.py  the socket, the packages it needs, and serving until Ctrl-C
places.py     limits of connections for each address, which one is dropped if there are too many, and deadlines
protocols.py  HTTP and websockets by uvicorn, within those limits
tokens.py     the token that visitors need, and how a browser receives it
"""
