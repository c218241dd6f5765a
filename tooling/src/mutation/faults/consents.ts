import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/sql/consents.ts'

const visibility = 'packages/db/src/sql/visibility.test.ts'
const withdrawal = 'packages/db/src/sql/withdrawal.test.ts'
const consents = 'packages/db/src/sql/consents.test.ts'
const filterWalls = 'packages/db/src/sql/filter-walls.test.ts'

const closing = `closed = p.c_db_no_notification IS NOT NULL
    FROM patient AS p WHERE p.id = block.patient_id AND p.consent_subject IN (SELECT subject FROM inserted)
      AND (block.consented, block.closed) IS DISTINCT FROM`

export const consentsFaults: readonly PlantedFault[] = [
  {
    name: 'the first consent answer counts instead of the latest',
    file,
    find: 'ORDER BY field, seq DESC',
    replace: 'ORDER BY field, seq',
    tests: [consents],
  },
  {
    name: 'consents can be answered after a withdrawal',
    file,
    find: 'IF EXISTS (SELECT FROM patient WHERE consent_subject = NEW.subject AND c_db_no_notification IS NOT NULL) THEN',
    replace: 'IF false THEN',
    tests: [consents, withdrawal],
  },
  {
    name: 'medical data stay readable after C_DB_M is withdrawn',
    file,
    find: 'UPDATE patient_medical AS block SET consented = coalesce(p.c_db_m, false), closed',
    replace: 'UPDATE patient_medical AS block SET consented = true, closed',
    tests: [consents, visibility, withdrawal],
  },
  {
    name: 'personal data stay readable after C_DB_P is withdrawn',
    file,
    find: 'UPDATE patient_personal AS block SET consented = coalesce(p.c_db_p, false), closed',
    replace: 'UPDATE patient_personal AS block SET consented = true, closed',
    tests: [consents, visibility, withdrawal],
  },
  {
    name: 'an unanswered C_DB_P opens the personal data',
    file,
    find: `coalesce(p.c_db_p, false), ${closing} (coalesce(p.c_db_p, false)`,
    replace: `coalesce(p.c_db_p, true), ${closing} (coalesce(p.c_db_p, true)`,
    tests: [filterWalls],
  },
  {
    name: 'an unanswered C_DB_M opens the medical data',
    file,
    find: `coalesce(p.c_db_m, false), ${closing} (coalesce(p.c_db_m, false)`,
    replace: `coalesce(p.c_db_m, true), ${closing} (coalesce(p.c_db_m, true)`,
    tests: [filterWalls],
  },
  {
    name: 'patients withdrawn with v2 or v3 still have the consent to contact',
    file,
    find: 'CASE WHEN withdrawn IS NULL THEN s ELSE false END',
    replace: "CASE WHEN withdrawn IS DISTINCT FROM 'v1' THEN s ELSE false END",
    tests: [withdrawal],
  },
  {
    name: 'an event without a patient is accepted',
    file,
    find: 'IF EXISTS (SELECT FROM inserted WHERE NOT EXISTS (SELECT FROM patient WHERE consent_subject = inserted.subject)) THEN',
    replace: 'IF false THEN',
    tests: [consents],
  },
]
