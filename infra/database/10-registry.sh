#!/bin/sh
# Runs once, when the volume is empty. It adds roles and limits to template1 first, so that every later database has them.
set -eu

psql() { command psql --set ON_ERROR_STOP=1 --no-psqlrc --quiet --username "$POSTGRES_USER" "$@"; }

psql --dbname template1 --file /registry/bootstrap.sql
psql --dbname postgres --command 'CREATE DATABASE registry OWNER registry_owner'
psql --dbname registry --file /registry/bootstrap.sql
psql --dbname postgres \
  --set owner="$(cat /run/secrets/owner_password)" \
  --set server="$(cat /run/secrets/server_password)" \
  --set backup="$(cat /run/secrets/backup_password)" <<'SQL'
ALTER ROLE registry_owner PASSWORD :'owner';
ALTER ROLE registry_server PASSWORD :'server';
CREATE ROLE registry_backup LOGIN REPLICATION PASSWORD :'backup';
GRANT SET ON PARAMETER registry.base_backup TO registry_backup;
SQL
echo 'host replication registry_backup samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
