#!/bin/sh
# Run once by the postgres image, on an empty volume: a database and a user each for the portal and its identity provider,
# neither of whom is the server's administrator or may look into the other's.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 \
  --set portal="$DATABASE_PASSWORD" --set identity="$IDENTITY_DATABASE_PASSWORD" <<'SQL'
create role throughline login password :'portal';
create role identity login password :'identity';
create database throughline owner throughline;
create database identity owner identity;
revoke all on database throughline from public;
revoke all on database identity from public;
SQL
