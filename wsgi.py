"""The web application, for any WSGI server: `gunicorn wsgi:app`."""

from pbem.web import create_app

app = create_app()
