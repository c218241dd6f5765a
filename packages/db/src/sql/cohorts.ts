import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { leastCentres, leastPatients } from './small-numbers.ts'
import { securityDefiner, type Statement } from './text.ts'

const network: OwnerFunction = {
  // Row security limits a centre to its own numbers. The server rounds the sums before it shows them (REQ-COH-04).
  name: 'list_network_cohort',
  parameters: {},
  returns: 'TABLE (indicator text, key text, counted bigint, total bigint)',
  body: `
    WITH shared AS (
      SELECT size.centre_code FROM cohort_cell AS size JOIN centre AS c ON c.code = size.centre_code
      WHERE size.indicator = 'patients' AND c.disabled_at IS NULL AND size.counted >= ${leastPatients}
    )
    SELECT cell.indicator::text, cell.key::text, sum(cell.counted), sum(cell.total)
    FROM cohort_cell AS cell JOIN shared ON shared.centre_code = cell.centre_code
    WHERE (SELECT count(*) FROM shared) >= ${leastCentres}
    GROUP BY cell.indicator, cell.key`,
}

const losesConsent = (column: string): string => `(OLD.${column} IS TRUE AND NEW.${column} IS NOT TRUE)`
const leaves = `${['c_db', 'c_db_p', 'c_db_m'].map(losesConsent).join(' OR ')}
  OR NEW.c_db_no_notification IS DISTINCT FROM OLD.c_db_no_notification OR NEW.centre_code <> OLD.centre_code`

const countChange = (counter: 'imports' | 'withdrawals', row: 'OLD' | 'NEW'): Statement =>
  `CREATE OR REPLACE FUNCTION count_cohort_${counter}() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO cohort_change AS c (centre_code, ${counter}) VALUES (${row}.centre_code, 1)
    ON CONFLICT (centre_code) DO UPDATE SET ${counter} = c.${counter} + 1;
    RETURN NULL;
  END $$`

export const cohortSignatures = [formatSignature(network)]
export const cohortStatements: readonly Statement[] = [
  createOwnerFunction(network),
  // The next reading excludes withdrawn consents, and an import is included within a minute (REQ-COH-03).
  countChange('withdrawals', 'OLD'),
  `CREATE OR REPLACE TRIGGER count_cohort_withdrawals_on_update AFTER UPDATE ON patient
  FOR EACH ROW WHEN (${leaves}) EXECUTE FUNCTION count_cohort_withdrawals()`,
  'CREATE OR REPLACE TRIGGER count_cohort_withdrawals_on_delete AFTER DELETE ON patient FOR EACH ROW EXECUTE FUNCTION count_cohort_withdrawals()',
  countChange('imports', 'NEW'),
  `CREATE OR REPLACE TRIGGER count_cohort_imports AFTER INSERT OR UPDATE OF undone_at ON import_run
  FOR EACH ROW EXECUTE FUNCTION count_cohort_imports()`,
]
