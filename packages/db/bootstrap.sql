-- What only a superuser can do, once for each database (and again at will: it changes nothing the second time):
-- the roles, and taking from PUBLIC the functions that would let a query rewrite its own context or reach out of it
-- (a policy cannot hold where set_config may be called).
DO $bootstrap$
DECLARE
  wanted text;
  risky record;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['registry_owner', 'registry_server'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', wanted);
    END IF;
  END LOOP;
  FOREACH wanted IN ARRAY ARRAY['registry_filter', 'registry_worker'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
    END IF;
    -- Not inherited: an inherited membership would add that role's policies to the server's own.
    EXECUTE format('GRANT %I TO registry_server WITH INHERIT FALSE, SET TRUE, ADMIN FALSE', wanted);
  END LOOP;

  -- A role of earlier versions, with which the server could read every account.
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'registry_sign_in') THEN
    DROP OWNED BY registry_sign_in;
    REVOKE registry_sign_in FROM registry_server;
  END IF;

  FOR risky IN
    SELECT oid::regprocedure AS signature, proname AS name
    FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace
      AND (proname IN ('set_config', 'pg_sleep', 'pg_sleep_for', 'pg_sleep_until', 'pg_notify', 'pg_cancel_backend', 'pg_terminate_backend')
        OR proname ~ '_to_xml' OR proname ~ '^(lo_|loread|lowrite)' OR proname ~ 'advisory')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', risky.signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO registry_owner', risky.signature);
    IF risky.name IN ('set_config', 'pg_notify') OR risky.name ~ 'advisory' THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO registry_server', risky.signature);
    END IF;
  END LOOP;
END
$bootstrap$;
