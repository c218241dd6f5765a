import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/sql/withdrawal.ts'
const evidence = 'packages/db/src/sql/append-only.ts'
const anonymous = 'packages/db/src/sql/anonymous-records.ts'

const withdrawal = 'packages/db/src/sql/withdrawal.test.ts'
const consents = 'packages/db/src/sql/consents.test.ts'
const anonymise = 'packages/db/src/sql/anonymous-records.test.ts'
const centreMail = 'apps/server/src/features/consents/centre-mail.test.ts'
const linking = 'apps/server/src/features/consents/linking.test.ts'
const traces = 'apps/server/src/features/consents/withdrawal-traces.test.ts'

export const withdrawalFaults: readonly PlantedFault[] = [
  {
    name: 'another person withdraws for a patient',
    file,
    find: "IF nullif(current_setting('app.patient', true), '')::integer IS DISTINCT FROM in_patient THEN",
    replace: 'IF false THEN',
    tests: [withdrawal],
  },
  {
    name: 'messages stay queued after a withdrawal',
    file,
    find: "DELETE FROM notification WHERE patient_id = in_patient AND (sent_at IS NULL OR in_choice <> 'v1');",
    replace: '',
    tests: [withdrawal],
  },
  {
    name: 'an account stays after a withdrawal',
    file,
    find: 'DELETE FROM account WHERE patient_id = in_patient;',
    replace: '',
    tests: [withdrawal],
  },
  {
    name: 'history stays after v2 and v3',
    file,
    find: 'DELETE FROM patient_medical_version WHERE patient_id = in_patient;',
    replace: '',
    tests: [withdrawal, linking],
  },
  {
    name: 'the report of an upload names the person after v2 and v3',
    file,
    find: "WHERE (line ->> 'key' = ANY (codes)) IS NOT TRUE)",
    replace: ')',
    tests: [withdrawal, linking],
  },
  {
    name: 'an identity request with a former contact stays after v2 and v3',
    file,
    find: 'USING patient_identity_version AS former',
    replace: 'USING patient_identity AS former',
    tests: [traces],
  },
  {
    name: 'a signature stays after v2 and v3',
    file,
    find: 'DELETE FROM record_signature WHERE patient_id = in_patient;',
    replace: '',
    tests: [withdrawal],
  },
  {
    name: 'export manifests count the person after v2 and v3',
    file,
    find: "UPDATE export_manifest SET patients = patients - 1 WHERE id IN (${selectExportsWith('in_patient')});",
    replace: '',
    tests: ['packages/db/src/sql/exports.test.ts'],
  },
  {
    name: 'the list of an export names the person after v2 and v3',
    file,
    find: "UPDATE export_patient_range SET patient_ids = array_remove(patient_ids, in_patient) WHERE ${containsPatient('in_patient')};",
    replace: '',
    tests: ['packages/db/src/sql/exports.test.ts', linking],
  },
  {
    name: 'the ledger keeps the time after v2 and v3',
    file,
    find: "UPDATE consent_event SET at = NULL, from_host = '', actor = channel WHERE subject = leaving.consent_subject;",
    replace: '',
    tests: [withdrawal, linking],
  },
  {
    name: 'rows of evidence can be changed',
    file: evidence,
    find: 'BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT',
    replace: 'BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT',
    tests: [withdrawal, consents],
  },
  {
    name: 'an answer of the ledger can be changed while it is closed',
    file: evidence,
    find: "${changesOnly('at', 'from_host', 'actor')} AND OLD.subject",
    replace: "TG_OP = 'UPDATE' AND OLD.subject",
    tests: [withdrawal],
  },
  {
    name: 'four equal anonymous records are published',
    file: 'packages/domain/src/consent/anonymous-record.ts',
    find: 'minEqualRecords = 5',
    replace: 'minEqualRecords = 4',
    tests: [anonymise],
  },
  {
    name: 'medical data without consent are kept in an anonymous record',
    file: anonymous,
    find: 'WHERE patient.id = in_patient AND patient.c_db_m AND (',
    replace: 'WHERE patient.id = in_patient AND (',
    tests: [withdrawal, anonymise],
  },
  {
    name: 'anonymous records are published before their day',
    file: anonymous,
    find: 'make_interval(days => days)',
    replace: 'make_interval(days => 0)',
    tests: [anonymise],
  },
  {
    name: 'patients who chose v2 get the receipt of v1',
    file: 'apps/server/src/features/consents/withdrawal.ts',
    find: 'messages.format(receipt[choice], lang)',
    replace: "messages.format(receipt[choice === 'v2' ? 'v1' : choice], lang)",
    tests: [centreMail],
  },
  {
    name: 'a withdrawal is mailed to a disabled CenterAdmin',
    file: 'apps/server/src/jobs/staff-mail.ts',
    find: 'r.center = ${centre} AND u.disabled_at IS NULL',
    replace: 'r.center = ${centre}',
    tests: [centreMail],
  },
  {
    name: 'a fingerprint matches the rows of other centres',
    file: 'apps/server/src/withdrawn-fingerprints.ts',
    find: 'JSON.stringify([centre, kind, value])',
    replace: 'JSON.stringify([kind, value])',
    tests: ['apps/server/src/features/imports/withdrawn-rows.test.ts'],
  },
]
