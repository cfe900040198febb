"""The web application, for any WSGI server: `gunicorn wsgi:app`, with `pbem worker` beside it."""

from pbem import config
from pbem.services import instance
from pbem.web import create_app

settings = config.read()
app = create_app(settings, db=instance.make_ready(settings))
