import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/sql/grants.ts'

const catalog = 'packages/db/src/sql/catalog.test.ts'
const visibility = 'packages/db/src/sql/visibility.test.ts'
const withdrawal = 'packages/db/src/sql/withdrawal.test.ts'

/** One right too many for each role of the server. docs/database-rights.txt shows each of them too. */
export const grantsFaults: readonly PlantedFault[] = [
  {
    name: 'the server sets the flags of consent itself',
    file,
    find: 'UPDATE (login_mode, lang)',
    replace: 'UPDATE (login_mode, lang, c_db_m)',
    tests: [visibility],
  },
  {
    name: 'the server deletes patients',
    file,
    find: 'UPDATE (login_mode, lang)',
    replace: 'UPDATE (login_mode, lang), DELETE',
    tests: [catalog],
  },
  {
    name: 'the server changes the e-mail of users',
    file,
    find: 'language), UPDATE (name, surname, disabled_at',
    replace: 'language), UPDATE (email, name, surname, disabled_at',
    tests: [catalog],
  },
  {
    name: 'the server reads the hashes of sessions',
    file,
    find: "session: 'SELECT (id,",
    replace: "session: 'SELECT (token_hash, id,",
    tests: [catalog],
  },
  {
    name: 'the server changes answers in the ledger',
    file,
    find: 'consent_event: `SELECT,',
    replace: 'consent_event: `SELECT, UPDATE,',
    tests: [withdrawal],
  },
  {
    name: 'the server sets the time of an answer',
    file,
    find: "'subject, field, answer,",
    replace: "'at, subject, field, answer,",
    tests: [catalog],
  },
  {
    name: 'the server reads whose rows an export had',
    file,
    find: "export_manifest: 'SELECT, INSERT',",
    replace: "export_manifest: 'SELECT, INSERT', export_patient_range: 'SELECT',",
    tests: [catalog],
  },
  {
    name: 'the worker reads the names of patients',
    file,
    find: '  [workerRole]: {\n',
    replace: "  [workerRole]: {\n    patient_identity: 'SELECT',\n",
    tests: [catalog],
  },
  {
    name: 'filters read the names of patients',
    file,
    find: '  [filterRole]: {\n',
    replace: "  [filterRole]: {\n    patient_identity: 'SELECT',\n",
    tests: [visibility],
  },
  {
    name: 'filters read personal columns that no filter can name',
    file,
    find: "patient_personal: `SELECT (${listFilterable('patient_personal', 'patient_id', 'missing_reasons')})`",
    replace: "patient_personal: 'SELECT'",
    tests: [visibility],
  },
  {
    name: 'filters read medical columns that no filter can name',
    file,
    find: "patient_medical: `SELECT (${listFilterable('patient_medical', 'patient_id', 'missing_reasons')})`",
    replace: "patient_medical: 'SELECT'",
    tests: [visibility],
  },
  {
    name: 'filters read the ledger subject of a patient',
    file,
    find: "patient: `SELECT (${listFilterable('patient', 'id')})`",
    replace: "patient: 'SELECT'",
    tests: [visibility],
  },
  {
    name: 'filters withdraw patients',
    file,
    find: '  [workerRole]: [\n',
    replace: "  [filterRole]: ['withdraw_patient(integer, text, text, text, text[])'],\n  [workerRole]: [\n",
    tests: [visibility],
  },
  {
    name: 'every role runs the functions of the owner',
    file,
    find: '  `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC, ${roles}`,\n',
    replace: '',
    tests: [catalog],
  },
  {
    name: 'every role connects to the database',
    file,
    find: "    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());\n",
    replace: '',
    tests: [catalog],
  },
]
