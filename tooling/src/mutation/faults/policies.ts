import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/sql/policies.ts'

const visibility = 'packages/db/src/sql/visibility.test.ts'
const withdrawal = 'packages/db/src/sql/withdrawal.test.ts'
const consents = 'packages/db/src/sql/consents.test.ts'
const sessions = 'packages/db/src/sql/session-actor.test.ts'
const filterWalls = 'packages/db/src/sql/filter-walls.test.ts'
const linking = 'apps/server/src/features/consents/linking.test.ts'
const catalog = 'packages/db/src/sql/catalog.test.ts'

export const policiesFaults: readonly PlantedFault[] = [
  {
    name: 'an administrator gives roles outside the own area',
    file,
    find: 'check: `administers_role(role, areaid, center) AND ${isOtherUser}`',
    replace: 'check: isOtherUser',
    tests: ['apps/server/src/features/users/users.test.ts'],
  },
  {
    name: 'an administrator writes centres outside the own area',
    file,
    find: "const inAdministeredLeaf = 'administers_area(geotreeid) AND EXISTS",
    replace: "const inAdministeredLeaf = 'EXISTS",
    tests: ['apps/server/src/features/centres/centres.test.ts'],
  },
  {
    name: 'every centre counts as the own centre',
    file,
    find: 'const inOwnCentre = `centre_code = ${own.centre}`',
    replace: "const inOwnCentre = 'centre_code IS NOT NULL'",
    tests: [visibility],
  },
  {
    name: 'every centre is visible',
    file,
    find: 'const inVisibleCentre = `(${inOwnCentre} OR centre_code = ${own.centres})`',
    replace: "const inVisibleCentre = 'true'",
    tests: [visibility],
  },
  {
    name: 'identity is visible to every centre',
    file,
    find: 'const visibleIdentity = `(${inOwnCentre} OR patient_id = ${own.patient})`',
    replace: "const visibleIdentity = 'true'",
    tests: [visibility],
  },
  {
    name: 'a block is read without consent',
    file,
    find: 'const visibleBlock = `((consented AND ${inVisibleCentre})',
    replace: 'const visibleBlock = `((${inVisibleCentre})',
    tests: [visibility],
  },
  {
    name: 'history is read without the block',
    file,
    find: 'EXISTS (SELECT FROM ${block} AS block WHERE block.patient_id = ${block}_version.patient_id)',
    replace: 'true',
    tests: [visibility],
  },
  {
    name: 'filters read a block without consent',
    file,
    find: 'using: `consented AND centre_code = ${own.centres}` }',
    replace: 'using: `centre_code = ${own.centres}` }',
    tests: [visibility, filterWalls],
  },
  {
    name: 'filters read blocks of every centre',
    file,
    find: 'using: `consented AND centre_code = ${own.centres}` }',
    replace: "using: 'consented' }",
    tests: [visibility, filterWalls],
  },
  {
    name: 'filters read patients who are not registered',
    file,
    find: 'using: `c_db AND centre_code = ${own.centres}` }',
    replace: 'using: `centre_code = ${own.centres}` }',
    tests: [visibility, filterWalls],
  },
  {
    name: 'filters read patients of every centre',
    file,
    find: 'using: `c_db AND centre_code = ${own.centres}` }',
    replace: "using: 'c_db' }",
    tests: [visibility, filterWalls],
  },
  {
    name: 'personal data are written after a withdrawal',
    file,
    find: 'using: `NOT closed AND ((consented AND ${inOwnCentre})',
    replace: 'using: `((consented AND ${inOwnCentre})',
    tests: [visibility, withdrawal],
  },
  {
    name: 'personal data are written without consent',
    file,
    find: 'using: `NOT closed AND ((consented AND ${inOwnCentre})',
    replace: 'using: `NOT closed AND ((${inOwnCentre})',
    tests: [visibility],
  },
  {
    name: 'medical data are written after a withdrawal',
    file,
    find: 'using: `NOT closed AND consented AND ${inOwnCentre}`,',
    replace: 'using: `consented AND ${inOwnCentre}`,',
    tests: [visibility, withdrawal],
  },
  {
    name: 'medical data are written without consent',
    file,
    find: 'using: `NOT closed AND consented AND ${inOwnCentre}`,',
    replace: 'using: `NOT closed AND ${inOwnCentre}`,',
    tests: [visibility],
  },
  {
    name: 'identity is written after a withdrawal',
    file,
    find: 'using: `${visibleIdentity} AND ${isRegistered}` }',
    replace: 'using: visibleIdentity }',
    tests: [visibility, withdrawal],
  },
  {
    name: 'a patient answers for another patient',
    file: 'packages/db/src/sql/text-policies.ts',
    find: "check: `channel = 'patient' AND ${isOwnSubject}` }",
    replace: "check: `channel = 'patient'` }",
    tests: [consents, visibility],
  },
  {
    name: 'a centre answers consents of its patients',
    file: 'packages/db/src/sql/text-policies.ts',
    find: "check: `channel IN ('centre', 'service') AND field = 'C_DB' AND ${isSubjectOfOwnCentre}`,",
    replace: "check: `channel IN ('centre', 'service') AND ${isSubjectOfOwnCentre}`,",
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
    name: 'a session of another person is ended',
    file,
    find: "{ to: serverRole, for: 'DELETE', using: isOwnAccount }",
    replace: "{ to: serverRole, for: 'DELETE', using: 'true' }",
    tests: [sessions],
  },
  {
    name: 'sessions of others are read',
    file,
    find: "{ to: serverRole, for: 'SELECT', using: isOwnAccount }",
    replace: "{ to: serverRole, for: 'SELECT', using: 'true' }",
    tests: [sessions],
  },
  {
    name: 'export manifests of others are read',
    file,
    find: 'using: `actor = ${own.actor} OR ${holdsOwnPatient}` }',
    replace: "using: 'true' }",
    tests: [visibility],
  },
  {
    name: 'row security is not forced on the owner of tables',
    file,
    find: '`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,',
    replace: '',
    tests: [catalog],
  },
  {
    name: 'row security is not switched on',
    file,
    find: '`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,',
    replace: '',
    tests: [catalog, visibility],
  },
  {
    name: 'only personal data are read without consent',
    file,
    find: "patient_personal_select_consented_in_visible_centres_or_self: { to: serverRole, for: 'SELECT', using: visibleBlock },",
    replace:
      "patient_personal_select_consented_in_visible_centres_or_self: { to: serverRole, for: 'SELECT', using: visibleBlock.replace('consented AND', '') },",
    tests: [visibility],
  },
  {
    name: 'only medical data are read without consent',
    file,
    find: "patient_medical_select_consented_in_visible_centres_or_self: { to: serverRole, for: 'SELECT', using: visibleBlock },",
    replace:
      "patient_medical_select_consented_in_visible_centres_or_self: { to: serverRole, for: 'SELECT', using: visibleBlock.replace('consented AND', '') },",
    tests: [visibility],
  },
  {
    name: 'filters read only personal data without consent',
    file,
    find: 'patient_personal_filter_consented_in_visible_centres: filterBlock,',
    replace:
      "patient_personal_filter_consented_in_visible_centres: { ...filterBlock, using: filterBlock.using?.replace('consented AND', '') ?? '' },",
    tests: [filterWalls],
  },
  {
    name: 'filters read only medical data without consent',
    file,
    find: 'patient_medical_filter_consented_in_visible_centres: filterBlock,',
    replace:
      "patient_medical_filter_consented_in_visible_centres: { ...filterBlock, using: filterBlock.using?.replace('consented AND', '') ?? '' },",
    tests: [filterWalls],
  },
  {
    name: 'a registration is changed after a withdrawal',
    file,
    find: 'using: `c_db_no_notification IS NULL AND (${inOwnCentre} OR id = ${own.patient})`,',
    replace: 'using: `(${inOwnCentre} OR id = ${own.patient})`,',
    tests: [withdrawal],
  },
  {
    name: 'the ledger of another patient is read',
    file: 'packages/db/src/sql/text-policies.ts',
    find: "consent_event_select_own: { to: serverRole, for: 'SELECT', using: isOwnSubject },",
    replace: "consent_event_select_own: { to: serverRole, for: 'SELECT', using: 'true' },",
    tests: [visibility],
  },
  {
    name: 'the texts sent to another patient are read',
    file: 'packages/db/src/sql/text-policies.ts',
    find: "consent_text_sent_select_own: { to: serverRole, for: 'SELECT', using: isOwnSubject },",
    replace: "consent_text_sent_select_own: { to: serverRole, for: 'SELECT', using: 'true' },",
    tests: [visibility],
  },
  {
    name: 'reports of the imports of every centre are read',
    file,
    find: "import_run_select_own_centre: { to: serverRole, for: 'SELECT', using: inOwnCentre },",
    replace: "import_run_select_own_centre: { to: serverRole, for: 'SELECT', using: 'true' },",
    tests: [visibility],
  },
  {
    name: 'an export is recorded in the name of another user',
    file,
    find: "for: 'INSERT', check: `actor = ${own.actor}` }",
    replace: "for: 'INSERT', check: 'true' }",
    tests: [visibility],
  },
  {
    name: 'a role for one region reads all anonymous records',
    file,
    find: "using: '(SELECT reads_anonymous_records())'",
    replace: "using: 'true'",
    tests: ['packages/db/src/sql/anonymous-records.test.ts'],
  },
]
