import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/objects/withdrawal.ts'

const withdrawal = 'packages/db/src/objects/withdrawal.test.ts'
const consents = 'packages/db/src/objects/consents.test.ts'

export const withdrawalFaults: readonly PlantedFault[] = [
  {
    name: 'somebody else withdraws for a patient',
    file,
    find: "IF nullif(current_setting('app.patient', true), '')::integer IS DISTINCT FROM of_patient THEN",
    replace: 'IF false THEN',
    tests: [withdrawal],
  },
  {
    name: 'messages wait after a withdrawal',
    file,
    find: "DELETE FROM message WHERE patient_id = of_patient AND (sent_at IS NULL OR choice <> 'v1');",
    replace: '',
    tests: [withdrawal],
  },
  {
    name: 'an account stays after a withdrawal',
    file,
    find: 'DELETE FROM account WHERE patient_id = of_patient;',
    replace: '',
    tests: [withdrawal],
  },
  {
    name: 'identity stays after v2 and v3',
    file,
    find: 'DELETE FROM patient_identity WHERE patient_id = of_patient;',
    replace: '',
    tests: [withdrawal],
  },
  {
    name: 'history of identity stays after v2 and v3',
    file,
    find: 'DELETE FROM patient_identity_version WHERE patient_id = of_patient;',
    replace: '',
    tests: [withdrawal],
  },
  {
    name: 'personal data stay after v2 and v3',
    file,
    find: 'DELETE FROM patient_personal WHERE patient_id = of_patient;',
    replace: '',
    tests: [withdrawal],
  },
  {
    name: 'history of personal data stays after v2 and v3',
    file,
    find: 'DELETE FROM patient_personal_version WHERE patient_id = of_patient;',
    replace: '',
    tests: [withdrawal],
  },
  {
    name: 'evidence can be changed',
    file,
    find: 'BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT',
    replace: 'BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT',
    tests: [withdrawal, consents],
  },
]
