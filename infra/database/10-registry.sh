#!/bin/sh
# Runs once, when the database's volume is empty: roles and bounds first, in template1 too, so that every database made later has them.
set -eu

psql() { command psql --set ON_ERROR_STOP=1 --no-psqlrc --quiet --username "$POSTGRES_USER" "$@"; }

psql --dbname template1 --file /registry/bootstrap.sql
psql --dbname postgres --command 'CREATE DATABASE registry OWNER registry_owner'
psql --dbname registry --file /registry/bootstrap.sql
psql --dbname postgres \
  --set owner="$(cat /run/secrets/owner_password)" \
  --set server="$(cat /run/secrets/server_password)" <<'SQL'
ALTER ROLE registry_owner PASSWORD :'owner';
ALTER ROLE registry_server PASSWORD :'server';
SQL
