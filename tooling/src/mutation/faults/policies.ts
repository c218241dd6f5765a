import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/objects/policies.ts'

const visibility = 'packages/db/src/objects/visibility.test.ts'
const withdrawal = 'packages/db/src/objects/withdrawal.test.ts'
const consents = 'packages/db/src/objects/consents.test.ts'
const sessions = 'packages/db/src/objects/sessions.test.ts'
const catalog = 'packages/db/src/objects/catalog.test.ts'

export const policiesFaults: readonly PlantedFault[] = [
  {
    name: 'every centre is the own one',
    file,
    find: 'const ofOwnCentre = `center_code = ${own.centre}`',
    replace: "const ofOwnCentre = 'center_code IS NOT NULL'",
    tests: [visibility],
  },
  {
    name: 'every centre is visible',
    file,
    find: 'const ofVisibleCentre = `(${ofOwnCentre} OR center_code = ${own.centres})`',
    replace: "const ofVisibleCentre = 'true'",
    tests: [visibility],
  },
  {
    name: 'identity is visible to every centre',
    file,
    find: 'const identityOf = `(${ofOwnCentre} OR patient_id = ${own.patient})`',
    replace: "const identityOf = 'true'",
    tests: [visibility],
  },
  {
    name: 'a block is read without consent',
    file,
    find: 'const blockOf = `((consented AND ${ofVisibleCentre})',
    replace: 'const blockOf = `((${ofVisibleCentre})',
    tests: [visibility],
  },
  {
    name: 'history is read without the block',
    file,
    find: 'EXISTS (SELECT FROM ${block} AS b WHERE b.patient_id = ${block}_version.patient_id)',
    replace: 'true',
    tests: [visibility],
  },
  {
    name: 'filters read a block without consent',
    file,
    find: 'using: `consented AND center_code = ${own.centres}` }',
    replace: 'using: `center_code = ${own.centres}` }',
    tests: [visibility],
  },
  {
    name: 'filters read blocks of every centre',
    file,
    find: 'using: `consented AND center_code = ${own.centres}` }',
    replace: "using: 'consented' }",
    tests: [visibility],
  },
  {
    name: 'filters read patients who are not registered',
    file,
    find: 'using: `c_db AND center_code = ${own.centres}` }',
    replace: 'using: `center_code = ${own.centres}` }',
    tests: [visibility],
  },
  {
    name: 'filters read patients of every centre',
    file,
    find: 'using: `c_db AND center_code = ${own.centres}` }',
    replace: "using: 'c_db' }",
    tests: [visibility],
  },
  {
    name: 'personal data are written after a withdrawal',
    file,
    find: 'using: `NOT closed AND ((consented AND ${ofOwnCentre})',
    replace: 'using: `((consented AND ${ofOwnCentre})',
    tests: [visibility, withdrawal],
  },
  {
    name: 'personal data are written without consent',
    file,
    find: 'using: `NOT closed AND ((consented AND ${ofOwnCentre})',
    replace: 'using: `NOT closed AND ((${ofOwnCentre})',
    tests: [visibility],
  },
  {
    name: 'medical data are written after a withdrawal',
    file,
    find: 'using: `NOT closed AND consented AND ${ofOwnCentre}` }',
    replace: 'using: `consented AND ${ofOwnCentre}` }',
    tests: [visibility, withdrawal],
  },
  {
    name: 'medical data are written without consent',
    file,
    find: 'using: `NOT closed AND consented AND ${ofOwnCentre}` }',
    replace: 'using: `NOT closed AND ${ofOwnCentre}` }',
    tests: [visibility],
  },
  {
    name: 'identity is written after a withdrawal',
    file,
    find: 'using: `${identityOf} AND ${inRegistry}` }',
    replace: 'using: identityOf }',
    tests: [visibility, withdrawal],
  },
  {
    name: 'a patient answers for somebody else',
    file,
    find: "check: `channel = 'patient' AND ${ownSubject}` }",
    replace: "check: `channel = 'patient'` }",
    tests: [consents, visibility],
  },
  {
    name: 'a centre answers consents of its patients',
    file,
    find: "check: `channel IN ('centre', 'service') AND field = 'C_DB' AND ${subjectOfOwnCentre}` }",
    replace: "check: `channel IN ('centre', 'service') AND ${subjectOfOwnCentre}` }",
    tests: [consents, visibility],
  },
  {
    name: 'a centre registers patients of another centre',
    file,
    find: "check: `channel IN ('centre', 'service') AND field = 'C_DB' AND ${subjectOfOwnCentre}` }",
    replace: "check: `channel IN ('centre', 'service') AND field = 'C_DB'` }",
    tests: [consents, visibility],
  },
  {
    name: 'a session of somebody else is ended',
    file,
    find: "{ to: serverRole, for: 'DELETE', using: ofOwnAccount }",
    replace: "{ to: serverRole, for: 'DELETE', using: 'true' }",
    tests: [sessions],
  },
  {
    name: 'sessions of others are read',
    file,
    find: "{ to: serverRole, for: 'SELECT', using: ofOwnAccount }",
    replace: "{ to: serverRole, for: 'SELECT', using: 'true' }",
    tests: [sessions],
  },
  {
    name: 'export manifests of others are read',
    file,
    find: 'using: `"by" = ${own.actor} OR ${inManifest}` }',
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
]
