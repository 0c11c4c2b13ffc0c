#!/bin/sh
# Run once by the postgres image, on an empty volume: a database and a user each for the portal and its identity provider,
# neither of whom is the server's administrator or may look into the other's.
set -eu
for secret in database_password identity_database_password; do
  [ -s "/run/secrets/$secret" ] || { echo "The secret $secret is missing: see docs/operating.md, Start." >&2; exit 1; }
done
# psql reads the passwords itself: its arguments are seen by others.
psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 <<'SQL'
\set portal `cat /run/secrets/database_password`
\set identity `cat /run/secrets/identity_database_password`
create role throughline login password :'portal';
create role identity login password :'identity';
create database throughline owner throughline;
create database identity owner identity;
revoke all on database throughline from public;
revoke all on database identity from public;
SQL
