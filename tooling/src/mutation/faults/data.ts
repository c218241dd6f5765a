import type { PlantedFault } from '../planted-fault.ts'

const fields = 'packages/domain/src/fields'
const rules = 'packages/domain/src/rules'
const tables = 'packages/tabular/src'
const uploads = 'apps/server/src/http/upload-limits.test.ts'

/** Reading, comparing and storing values of files and forms. */
export const dataFaults: readonly PlantedFault[] = [
  {
    name: 'a published consent text differs',
    file: 'packages/db/src/seed/consent-documents/consents.ts',
    find: 'Do you allow the registry to keep and use your personal data?',
    replace: 'Do you allow the registry to keep and sell your personal data?',
    tests: ['packages/db/src/seed/reference.test.ts'],
  },
  {
    name: 'the eGFR of women has the exponent of men',
    file: `${rules}/laboratory.ts`,
    find: 'alpha: -0.241',
    replace: 'alpha: -0.302',
    tests: [`${rules}/filtration.test.ts`],
  },
  {
    name: 'the eGFR of women lacks its factor',
    file: `${rules}/laboratory.ts`,
    find: 'factor: 1.012',
    replace: 'factor: 1',
    tests: [`${rules}/filtration.test.ts`],
  },
  {
    name: 'the eGFR falls too slowly with age',
    file: `${rules}/laboratory.ts`,
    find: 'value(0.9938)',
    replace: 'value(0.9948)',
    tests: [`${rules}/filtration.test.ts`],
  },
  {
    name: 'a soft limit differs from the dictionary',
    file: `${fields}/sections/chelation.ts`,
    find: 'max: 100, warnMin: 20, warnMax: 60,',
    replace: 'max: 100, warnMin: 20, warnMax: 61,',
    tests: [`${fields}/dictionary.test.ts`],
  },
  {
    name: 'a unit differs from the dictionary',
    file: `${fields}/sections/chelation.ts`,
    find: "unit: 'mg/kg/d', min: 0, max: 150,",
    replace: "unit: 'mg/d', min: 0, max: 150,",
    tests: [`${fields}/dictionary.test.ts`],
  },
  {
    name: 'si without accent is not read as yes',
    file: `${fields}/reader.ts`,
    find: "'sì', 'si', 'yes'",
    replace: "'sì', 'yes'",
    tests: [`${fields}/reader.test.ts`],
  },
  {
    name: '0 is not read as no',
    file: `${fields}/reader.ts`,
    find: "...['false', '0', 'no', 'falso']",
    replace: "...['false', 'no', 'falso']",
    tests: [`${fields}/reader.test.ts`],
  },
  {
    name: 'a duplicate column is accepted',
    file: `${tables}/read/columns.ts`,
    find: "    if (this.#positions.has(folded)) throw new TableError('file_column_duplicate', { column })\n",
    replace: '',
    tests: [`${tables}/read/read-table.test.ts`],
  },
  {
    name: 'a destroyed file leaves its source open',
    file: `${tables}/worker/format-in-thread.ts`,
    find: '      copy.destroy()\n',
    replace: '',
    tests: [`${tables}/worker/format-in-thread.test.ts`],
  },
  {
    name: 'an operator without a value keeps the previous value',
    file: 'apps/staff/src/features/saved-filters/conditions/predicate-inputs.tsx',
    find: 'value: needsNewValue(draft.operator, operator) ? null : draft.value,',
    replace: 'value: draft.value,',
    tests: ['apps/staff/src/features/saved-filters/conditions/condition-dialog.test.tsx'],
  },
  {
    name: 'a host that only starts with localhost needs no TLS',
    file: 'apps/server/src/env.ts',
    find: '/^localhost$|\\.localhost$/',
    replace: '/^localhost|\\.localhost/',
    tests: ['apps/server/src/env.test.ts'],
  },
  {
    name: 'other users can read an uploaded file',
    file: 'apps/server/src/http/upload-files.ts',
    find: "open(path, 'wx+', 0o600)",
    replace: "open(path, 'wx+', 0o644)",
    tests: [uploads],
  },
  {
    name: 'an uploaded file keeps its name on disk',
    file: 'apps/server/src/http/upload-files.ts',
    find: '      await unlink(path)\n',
    replace: '',
    tests: [uploads],
  },
  {
    name: 'a broken upload keeps its slot and its file',
    file: 'apps/server/src/http/uploads.ts',
    find: '    await dispose()\n    throw watch',
    replace: '    throw watch',
    tests: ['apps/server/src/http/uploads.test.ts'],
  },
  {
    name: 'a slow body has no limit',
    file: 'apps/server/src/http/body-limits.ts',
    find: 'inPeriod < minimumSpeed.bytes',
    replace: 'inPeriod < 0',
    tests: [uploads],
  },
  {
    name: 'an invitation is valid for years',
    file: 'packages/domain/src/access/sign-in-policy.ts',
    find: 'export const invitationDays = 7',
    replace: 'export const invitationDays = 700',
    tests: ['apps/server/src/features/sign-in/passwords.test.ts', 'packages/domain/src/access/sign-in-policy.test.ts'],
  },
  {
    name: 'a file of candidates needs no password',
    file: 'apps/server/src/features/studies/legacy-centre.ts',
    find: "if (request.format !== 'video' && caller.actor.kind === 'staff') await",
    replace: 'if (false) await',
    tests: ['apps/server/src/features/studies/legacy.test.ts'],
  },
  {
    name: 'a REPLACE needs no password',
    file: 'apps/server/src/features/reference-tables/change-table.ts',
    find: "if (action === 'REPLACE' && !dryRun) await",
    replace: 'if (false) await',
    tests: ['apps/server/src/features/reference-tables/change-table.test.ts'],
  },
]
