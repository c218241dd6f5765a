import type { PlantedFault } from '../planted-fault.ts'

const features = 'apps/server/src/features/sign-in'
const codes = `${features}/patient-codes.test.ts`
const codeLimits = `${features}/code-limits.test.ts`
const passwords = `${features}/passwords.test.ts`
const secondFactor = `${features}/second-factor/sign-in.test.ts`

/** Counts and limits of the sign-in in the database. */
export const signInDatabaseFaults: readonly PlantedFault[] = [
  {
    name: 'a code has unlimited attempts',
    file: 'packages/db/src/sql/sign-in/codes.ts',
    find: 'AND c.used_at IS NULL AND c.expires_at > in_now AND c.attempts < in_most',
    replace: 'AND c.used_at IS NULL AND c.expires_at > in_now',
    tests: [codeLimits],
  },
  {
    name: 'attempts in other browsers use up a code',
    file: 'packages/db/src/sql/sign-in/codes.ts',
    find: " ->> 'id')::integer) AND c.browser_hash = in_browser",
    replace: " ->> 'id')::integer)",
    tests: [codes],
  },
  {
    name: 'a code is used twice',
    file: 'packages/db/src/sql/sign-in/codes.ts',
    find: 'UPDATE one_time_code SET used_at = in_now WHERE id = in_code AND browser_hash = in_browser AND used_at IS NULL',
    replace: 'UPDATE one_time_code SET attempts = attempts WHERE id = in_code AND browser_hash = in_browser AND used_at IS NULL',
    tests: [codes],
  },
  {
    name: 'an account gets unlimited codes',
    file: 'packages/db/src/sql/sign-in/codes.ts',
    find: 'IF FOUND THEN RETURN false; END IF;',
    replace: '',
    tests: [codeLimits],
  },
  {
    name: 'a link to a new password is used twice',
    file: 'packages/db/src/sql/sign-in/links.ts',
    find: 'AND c.contact = in_contact AND l.used_at IS NULL AND l.expires_at > in_now',
    replace: 'AND c.contact = in_contact AND l.expires_at > in_now',
    tests: [passwords],
  },
  {
    name: 'a code of an app is used twice',
    file: 'packages/db/src/sql/sign-in/second-factor.ts',
    find: 'WHERE account_id = in_account AND last_step < in_step',
    replace: 'WHERE account_id = in_account',
    tests: [secondFactor],
  },
]
