"""The smallest Flask application: what the server and Flask cost before anybody plays."""

from flask import Flask

app = Flask(__name__)


@app.post("/")
def hello() -> str:
    """Say hello."""
    return "Hello"
