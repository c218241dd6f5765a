import type { PlantedFault } from '../planted-fault.ts'

const features = 'apps/server/src/features'
const fields = `${features}/saved-filters/fields.ts`
const consents = `${features}/consents/service.ts`
const forgotten = `${features}/sign-in/forgotten-password.ts`

const inCall = (name: string, file: string, find: string, replace: string): PlantedFault => ({
  name,
  file,
  find,
  replace,
  tests: [`${features}/valid-calls.test.ts`],
})

/** Calls with valid input, which one test file makes for all features. */
export const validCallsFaults: readonly PlantedFault[] = [
  inCall(
    'the picker offers no medical field',
    fields,
    'fields: listFilterableMedicalFields(category).map(toLabelledField),',
    'fields: [],',
  ),
  inCall('a field comes without its unit', fields, '    ...(field.unit !== undefined && { unit: field.unit }),\n', ''),
  inCall(
    'the information text is that of the questions',
    consents,
    "'myconsent', { kind, language: caller.language }",
    "'myconsent', { kind: 'preliminary', language: caller.language }",
  ),
  inCall('a withdrawal does nothing', consents, 'return withdraw(deps, tx, caller, patient, choice)', 'return null'),
  inCall(
    'an enrolment request is stored with its names exchanged',
    `${features}/identity-requests/queries.ts`,
    'VALUES (${cognome}, ${nome}, ',
    'VALUES (${nome}, ${cognome}, ',
  ),
  inCall(
    'a patient cannot ask for a new password',
    forgotten,
    "{ site: 'myconsent', name: parsePatientName(username) }",
    "{ site: 'staff', name: parsePatientName(username) }",
  ),
  inCall(
    'a staff user cannot ask for a new password',
    forgotten,
    "{ site: 'staff', name: parseStaffName(username) }",
    "{ site: 'myconsent', name: parseStaffName(username) }",
  ),
  inCall(
    'signing out leaves the session on the server',
    `${features}/sign-in/service.ts`,
    'await writeTransaction(deps, caller, ({ sql }) => endSession(sql, token))',
    'return',
  ),
  inCall(
    'an export that nobody began is waited for',
    'apps/server/src/work-progress.ts',
    "{ state: 'finished', rows: 0, total: null }",
    "{ state: 'waiting', rows: 0, total: null }",
  ),
]
