import type { PlantedFault } from '../planted-fault.ts'

const folder = 'apps/server/src/features/saved-filters'
const service = `${folder}/count.ts`
const query = `${folder}/count-query.ts`
const tests = [`${folder}/count.test.ts`]

/** Counts while a filter is edited: consents, small groups, roles, and the end of older counts. */
export const countsFaults: readonly PlantedFault[] = [
  {
    name: 'a count attributes only unanswered consents to the consent',
    file: query,
    find: 'WHEN ${column} IS NOT TRUE AND',
    replace: 'WHEN ${column} IS NULL AND',
    tests,
  },
  {
    name: 'a count leaves out patients who have not answered the registration',
    file: query,
    find: 'FROM patient WHERE c_db IS NOT TRUE`',
    replace: 'FROM patient WHERE NOT c_db`',
    tests,
  },
  {
    name: 'a condition of unknown result counts as met',
    file: query,
    find: 'WHEN ${compiled} IS NOT TRUE THEN',
    replace: 'WHEN ${compiled} IS FALSE THEN',
    tests,
  },
  {
    name: 'a GlobalAdmin counts the patients of a filter',
    file: 'packages/domain/src/access/permissions.ts',
    find: "'filter:run': ['DataManager', 'CenterAdmin']",
    replace: "'filter:run': ['GlobalAdmin', 'DataManager', 'CenterAdmin']",
    tests: [`${folder}/numbers.test.ts`],
  },
  {
    name: 'anybody counts as every role',
    file: service,
    find: '    requireHeldRole(caller, asRole)\n',
    replace: '',
    tests,
  },
  {
    name: 'an older count of the same person goes on',
    file: service,
    find: '    running.get(person)?.abort()\n',
    replace: '',
    tests,
  },
  {
    name: 'a count goes on after the browser has left',
    file: service,
    find: 'left ? AbortSignal.any([newer.signal, left]) : newer.signal',
    replace: 'newer.signal',
    tests,
  },
  {
    name: 'a cancelled statement goes on in the database',
    file: 'apps/server/src/filters/cancellable.ts',
    find: 'cancelled = query.cancel()',
    replace: 'cancelled = undefined',
    tests: ['apps/server/src/filters/cancellable.test.ts'],
  },
]
