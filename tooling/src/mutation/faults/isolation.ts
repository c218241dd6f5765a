import type { PlantedFault } from '../planted-fault.ts'

const features = 'apps/server/src/features'

/** Work that needs one snapshot but uses several. */
export const isolationFaults: readonly PlantedFault[] = [
  {
    name: 'a file is checked in one snapshot and written in another',
    file: `${features}/imports/run-import.ts`,
    find: "importId, isolation: 'isolation level repeatable read' }",
    replace: 'importId }',
    tests: [`${features}/imports/faults.test.ts`],
  },
  {
    name: 'an export reads other rows than its manifest says',
    file: 'apps/server/src/exports/stream-export.ts',
    find: '{ ...scope, isolation }',
    replace: 'scope',
    tests: [`${features}/saved-filters/manifest.test.ts`],
  },
]
