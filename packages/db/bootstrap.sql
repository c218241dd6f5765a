-- Prepares a database. Run it once as a superuser; a second run changes nothing.
-- It creates the roles, and revokes from PUBLIC the functions with which a query could change its context or act outside it.
-- Row security has no effect for a role that can call set_config (THREAT-44).
DO $bootstrap$
DECLARE
  role_name text;
  restricted record;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['registry_owner', 'registry_server'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', role_name);
    END IF;
  END LOOP;
  FOREACH role_name IN ARRAY ARRAY['registry_filter', 'registry_worker'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
    END IF;
    -- An inherited membership would add the policies of that role to those of the server.
    EXECUTE format('GRANT %I TO registry_server WITH INHERIT FALSE, SET TRUE, ADMIN FALSE', role_name);
  END LOOP;

  -- Limits of the role, not of the connection, because a pooler drops those of a connection (FAULT-06). Imports and exports set longer ones.
  ALTER ROLE registry_server SET lock_timeout = '5s';
  ALTER ROLE registry_server SET idle_in_transaction_session_timeout = '30s';

  -- An old role with which the server could read every account.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'registry_sign_in') THEN
    DROP OWNED BY registry_sign_in;
    REVOKE registry_sign_in FROM registry_server;
  END IF;

  FOR restricted IN
    SELECT oid::regprocedure AS signature, proname AS name
    FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace
      AND (proname IN ('set_config', 'pg_sleep', 'pg_sleep_for', 'pg_sleep_until', 'pg_notify', 'pg_cancel_backend', 'pg_terminate_backend')
        OR proname ~ '_to_xml' OR proname ~ '^(lo_|loread|lowrite)' OR proname ~ 'advisory')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', restricted.signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO registry_owner', restricted.signature);
    IF restricted.name IN ('set_config', 'pg_notify') OR restricted.name ~ 'advisory' THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO registry_server', restricted.signature);
    END IF;
  END LOOP;
END
$bootstrap$;
