import type { PlantedFault } from '../planted-fault.ts'

const file = 'apps/server/src/http/errors.ts'

const envelope = 'apps/server/src/http/envelope.test.ts'
const csrf = 'apps/server/src/http/csrf.test.ts'
const errors = 'apps/server/src/http/errors.test.ts'

const without = (name: string, code: string, status: number, tests: readonly string[]): PlantedFault => ({
  name,
  file,
  find: `  ${code}: ${status},\n`,
  replace: '',
  tests,
})

/** Statuses of responses: errors, and 200 for a refusal. */
export const answersFaults: readonly PlantedFault[] = [
  without('too many attempts are answered with 200', 'too_many_attempts', 429, [envelope]),
  without('a database out of reach is answered with 200', 'not_ready', 503, [errors]),
  without('an unexpected error is answered with 200', 'unexpected', 500, [envelope]),
  without('a page of another site is answered with 200', 'origin_refused', 403, [csrf]),
  without('a file that is too large is answered with 200', 'file_too_large', 413, ['apps/server/src/http/uploads.test.ts']),
  without('a full directory of uploads is answered with 200', 'upload_space_full', 507, ['apps/server/src/http/upload-limits.test.ts']),
  {
    name: 'a refusal has another status than 200',
    file,
    find: 'statuses[code] ?? 200',
    replace: 'statuses[code] ?? 400',
    tests: [envelope],
  },
  {
    name: 'a 429 does not name the wait',
    file,
    find: "params?.['seconds'] === undefined ? {} :",
    replace: "params?.['seconds'] !== undefined ? {} :",
    tests: [envelope],
  },
]
