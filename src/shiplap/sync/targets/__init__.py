"""The vector stores that come with shiplap, each by its own client, which is an extra."""
