import type { Database } from '../connect.ts'

/** Two months that ended long ago, in a log without entries. The first one has everything before, as in a log that was divided then. */
export const oldMonths = ['2015-01-01', '2015-02-01'] as const

/** Divides the first month of an empty log, so that it has months of ten years ago. */
export const addOldMonths = async (owner: Database): Promise<void> => {
  await owner.unsafe(`DO $$
    DECLARE
      whole text;
      first text;
    BEGIN
      FOREACH whole IN ARRAY '{audit_log,audit_read}'::text[] LOOP
        first := whole || to_char(now() AT TIME ZONE 'UTC', '_YYYY_MM');
        EXECUTE format('ALTER TABLE %I DETACH PARTITION log_month.%I', whole, first);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION log_month.%I FOR VALUES FROM (''2015-03-01Z'') TO (%L)', whole, first,
          (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
        EXECUTE format('CREATE TABLE log_month.%I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (''2015-02-01Z'')', whole || '_2015_01', whole);
        EXECUTE format('CREATE TABLE log_month.%I PARTITION OF %I FOR VALUES FROM (''2015-02-01Z'') TO (''2015-03-01Z'')', whole || '_2015_02', whole);
      END LOOP;
      PERFORM make_log_months();
    END $$`)
}
