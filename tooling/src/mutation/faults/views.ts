import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/objects/filter-view.ts'

const visibility = 'packages/db/src/objects/visibility.test.ts'
const catalog = 'packages/db/src/objects/catalog.test.ts'

export const viewsFaults: readonly PlantedFault[] = [
  {
    name: 'the filter view shows personal data without C_DB_P',
    file,
    find: 'personal.patient_id = p.id AND p.c_db_p',
    replace: 'personal.patient_id = p.id',
    tests: [visibility],
  },
  {
    name: 'the filter view shows medical data without C_DB_M',
    file,
    find: 'medical.patient_id = p.id AND p.c_db_m',
    replace: 'medical.patient_id = p.id',
    tests: [visibility],
  },
  { name: 'the filter view shows patients who are not registered', file, find: '    WHERE p.c_db`', replace: '`', tests: [visibility] },
  {
    name: 'the filter view runs with the rights of its owner',
    file,
    find: 'WITH (security_invoker = true) AS\n    SELECT p.id',
    replace: 'AS\n    SELECT p.id',
    tests: [visibility, catalog],
  },
]
