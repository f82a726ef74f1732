#!/bin/bash
# Runs once, on an empty volume. Creates the role that owns the database and migrates, and the role of the api, which owns nothing;
# the migrations grant it what it needs.
set -euo pipefail

psql --set ON_ERROR_STOP=1 --set owner="$DATABASE_OWNER_PASSWORD" --set app="$DATABASE_APP_PASSWORD" \
  --username postgres --dbname postgres <<'SQL'
create role daybook_owner login password :'owner';
create role daybook_app login password :'app';
create database daybook owner daybook_owner;
revoke all on database daybook from public;
grant connect on database daybook to daybook_app;
SQL
