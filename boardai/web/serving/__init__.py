"""How programs of other people reach a server: where it listens, and how many connections, for how long.

listening.py  the socket, the packages it needs, and serving until Ctrl-C
places.py     who holds a connection: limits for each address, who goes first where places run out, and deadlines
protocols.py  HTTP and websockets by uvicorn, within those limits
tokens.py     the token that visitors need, and how a browser receives it
"""
