/** A small wrong change of the source, and the tests of which at least one must fail because of it. */
export type Mutant = {
  /** The wrong behaviour, as a sentence. */
  readonly name: string
  readonly file: string
  /** The replaced text, which occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  readonly tests: readonly string[]
}

const visibility = 'packages/db/src/sql/visibility.test.ts'
const withdrawal = 'packages/db/src/sql/withdrawal.test.ts'
const consents = 'packages/db/src/sql/consents.test.ts'
const sessions = 'packages/db/src/sql/session-actor.test.ts'
const catalog = 'packages/db/src/sql/catalog.test.ts'
const chain = 'packages/db/src/verify.test.ts'
const versions = 'packages/db/src/sql/versions.test.ts'
const guardianStop = 'packages/db/src/sql/guardian-stop.test.ts'

/**
 * Mutants of policies, triggers and grants: SQL is text in TypeScript and out of reach for Stryker. Each removes one protection of the
 * database.
 */
export const mutants: readonly Mutant[] = [
  {
    name: 'an administrator gives roles outside their area',
    file: 'packages/db/src/sql/policies.ts',
    find: 'check: `administers_role(role, areaid, center) AND ${isOtherUser}`',
    replace: 'check: isOtherUser',
    tests: ['apps/server/src/features/users/users.test.ts'],
  },
  {
    name: 'an administrator writes centres outside their area',
    file: 'packages/db/src/sql/policies.ts',
    find: "const inAdministeredLeaf = 'administers_area(geotreeid) AND EXISTS",
    replace: "const inAdministeredLeaf = 'EXISTS",
    tests: ['apps/server/src/features/centres/centres.test.ts'],
  },
  {
    name: 'every centre counts as the centre of the caller',
    file: 'packages/db/src/sql/policies.ts',
    find: 'const inOwnCentre = `centre_code = ${current.centre}`',
    replace: "const inOwnCentre = 'centre_code IS NOT NULL'",
    tests: [visibility],
  },
  {
    name: 'every caller sees the whole registry',
    file: 'packages/db/src/sql/text.ts',
    find: "((SELECT current_setting('app.centres', true) = '${everyCentre}')",
    replace: "((SELECT current_setting('app.centres', true) <> '')",
    tests: [visibility],
  },
  {
    name: 'one area of several covers the whole registry',
    file: 'packages/db/src/transaction.ts',
    find: 'SELECT bool_and(id = ANY (',
    replace: 'SELECT bool_or(id = ANY (',
    tests: [visibility],
  },
  {
    name: 'identity is visible to every centre',
    file: 'packages/db/src/sql/policies.ts',
    find: 'const visibleIdentity = `(${inOwnCentre} OR patient_id = ${current.patientOrChild})`',
    replace: "const visibleIdentity = 'true'",
    tests: [visibility],
  },
  {
    name: 'a data domain is read without consent',
    file: 'packages/db/src/sql/policies.ts',
    find: '`((consented AND ${inVisibleCentre}) OR',
    replace: '`((${inVisibleCentre}) OR',
    tests: [visibility],
  },
  {
    name: 'history is read without the data domain',
    file: 'packages/db/src/sql/policies.ts',
    find: 'EXISTS (SELECT FROM ${table} AS data_domain WHERE data_domain.patient_id = ${rows}.patient_id)',
    replace: 'true',
    tests: [visibility],
  },
  {
    name: 'personal data are written without consent',
    file: 'packages/db/src/sql/policies.ts',
    find: 'using: `NOT closed AND ((consented AND ${inOwnCentre})',
    replace: 'using: `NOT closed AND ((${inOwnCentre})',
    tests: [visibility],
  },
  {
    name: 'medical data are written without consent',
    file: 'packages/db/src/sql/policies.ts',
    find: 'using: `NOT closed AND consented AND ${inOwnCentre}`,',
    replace: 'using: `NOT closed AND ${inOwnCentre}`,',
    tests: [visibility],
  },
  {
    name: 'identity is written after a withdrawal',
    file: 'packages/db/src/sql/policies.ts',
    find: 'using: `${visibleIdentity} AND ${isRegistered}`,',
    replace: 'using: visibleIdentity,',
    tests: [visibility, withdrawal],
  },
  {
    name: 'a patient answers for another patient',
    file: 'packages/db/src/sql/text-policies.ts',
    find: "check: `channel IN ('patient', 'assent') AND ${isSelf}` }",
    replace: "check: `channel IN ('patient', 'assent')` }",
    tests: [consents, visibility],
  },
  {
    name: 'a centre registers patients of another centre',
    file: 'packages/db/src/sql/text-policies.ts',
    find: "check: `channel IN ('centre', 'service') AND field = 'C_DB' AND ${isSubjectOfOwnCentre}`,",
    replace: "check: `channel IN ('centre', 'service') AND field = 'C_DB'`,",
    tests: [consents, visibility],
  },
  {
    name: 'sessions of others are read',
    file: 'packages/db/src/sql/policies.ts',
    find: "{ to: serverRole, for: 'SELECT', using: isOwnAccount }",
    replace: "{ to: serverRole, for: 'SELECT', using: 'true' }",
    tests: [sessions],
  },
  {
    name: 'export manifests of others are read',
    file: 'packages/db/src/sql/policies.ts',
    find: 'using: `actor = ${current.actor} OR ${holdsOwnPatient}` }',
    replace: "using: 'true' }",
    tests: [visibility],
  },
  {
    name: 'row security is not forced on the owner of tables',
    file: 'packages/db/src/sql/policies.ts',
    find: '`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,',
    replace: '',
    tests: [catalog],
  },
  {
    name: 'a centre erases a patient before all guardians have confirmed',
    file: 'packages/db/src/sql/guardian-stop.ts',
    find: "IF request.missing <> '{}' THEN",
    replace: 'IF false THEN',
    tests: [guardianStop],
  },
  {
    name: 'an update leaves no history',
    file: 'packages/db/src/sql/versions.ts',
    find: ": (['UPDATE'] as const)",
    replace: ": (['INSERT'] as const)",
    tests: [versions],
  },
  {
    name: 'answers are not checked against their questions',
    file: 'packages/db/src/sql/consent-answers.ts',
    find: 'WHERE violation.name IS NOT NULL LIMIT 1;',
    replace: 'WHERE false LIMIT 1;',
    tests: ['packages/db/src/sql/consent-answers.test.ts'],
  },
  {
    name: 'a value outside its reference table is accepted',
    file: 'packages/db/src/sql/reference-values.ts',
    find: "CASE WHEN ${checkedFields.map(isInvalid).join(' OR ')} THEN",
    replace: 'CASE WHEN false THEN',
    tests: ['packages/db/src/sql/reference-values.test.ts'],
  },
  {
    name: 'entries of the log are not queued for the chain',
    file: 'packages/db/src/sql/audit-chain.ts',
    find: 'INSERT INTO audit_chain_pending (entry_id) SELECT id FROM inserted;',
    replace: '',
    tests: [chain],
  },
  {
    name: 'the chain of the log does not cover the read data',
    file: 'packages/db/src/sql/audit-chain.ts',
    find: 'entry.outcome, entry.request_id, entry.reads)',
    replace: 'entry.outcome, entry.request_id)',
    tests: [chain],
  },
  {
    name: 'a centre erases a patient before the guardians could change their minds',
    file: 'packages/db/src/sql/guardian-stop.ts',
    find: 'IF ${today} < request.due_on THEN',
    replace: 'IF false THEN',
    tests: [guardianStop],
  },
  {
    name: 'the server sets the flags of consent itself',
    file: 'packages/db/src/sql/grants.ts',
    find: 'UPDATE (login_mode, lang)',
    replace: 'UPDATE (login_mode, lang, c_db_m)',
    tests: [visibility],
  },
  {
    name: 'the server deletes patients',
    file: 'packages/db/src/sql/grants.ts',
    find: 'UPDATE (login_mode, lang)',
    replace: 'UPDATE (login_mode, lang), DELETE',
    tests: [catalog],
  },
  {
    name: 'the server reads the hashes of sessions',
    file: 'packages/db/src/sql/grants.ts',
    find: "session: 'SELECT (id,",
    replace: "session: 'SELECT (token_hash, id,",
    tests: [catalog],
  },
  {
    name: 'the server changes answers in the ledger',
    file: 'packages/db/src/sql/grants.ts',
    find: 'consent_event: `SELECT,',
    replace: 'consent_event: `SELECT, UPDATE,',
    tests: [withdrawal],
  },
  {
    name: 'the server sets the time of an answer',
    file: 'packages/db/src/sql/grants.ts',
    find: "'subject, field, answer,",
    replace: "'at, subject, field, answer,",
    tests: [catalog],
  },
  {
    name: 'the worker reads the names of patients',
    file: 'packages/db/src/sql/grants.ts',
    find: '  [workerRole]: {\n',
    replace: "  [workerRole]: {\n    patient_identity: 'SELECT',\n",
    tests: [catalog],
  },
  {
    name: 'filters read the names of patients',
    file: 'packages/db/src/sql/grants.ts',
    find: '  [filterRole]: {\n',
    replace: "  [filterRole]: {\n    patient_identity: 'SELECT',\n",
    tests: [visibility],
  },
  {
    name: 'filters read personal columns that no filter can name',
    file: 'packages/db/src/sql/grants.ts',
    find: "patient_personal: `SELECT (${listFilterable('patient_personal', 'patient_id', 'missing_reasons')})`",
    replace: "patient_personal: 'SELECT'",
    tests: [visibility],
  },
  {
    name: 'every role runs the functions of the owner',
    file: 'packages/db/src/sql/grants.ts',
    find: '  `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC, ${roles}`,\n',
    replace: '',
    tests: [catalog],
  },
]
