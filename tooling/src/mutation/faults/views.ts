import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/sql/filter-view.ts'

const visibility = 'packages/db/src/sql/visibility.test.ts'
const filterWalls = 'packages/db/src/sql/filter-walls.test.ts'
const leftOut = 'apps/server/src/features/saved-filters/left-out.test.ts'
const exactPlaces = 'apps/server/src/features/saved-filters/run.test.ts'
const linking = 'apps/server/src/features/consents/linking.test.ts'
const query = 'apps/server/src/filters/filter-query.ts'
const blockConsent = 'packages/domain/src/fields/block-consent.ts'
const catalog = 'packages/db/src/sql/catalog.test.ts'

export const viewsFaults: readonly PlantedFault[] = [
  {
    name: 'the filter view shows personal data without C_DB_P',
    file,
    find: 'personal.patient_id = patient.id AND patient.c_db_p',
    replace: 'personal.patient_id = patient.id',
    tests: [visibility, filterWalls],
  },
  {
    name: 'the filter view shows personal data before C_DB_P is answered',
    file,
    find: 'personal.patient_id = patient.id AND patient.c_db_p',
    replace: 'personal.patient_id = patient.id AND patient.c_db_p IS NOT FALSE',
    tests: [filterWalls],
  },
  {
    name: 'the filter view shows medical data before C_DB_M is answered',
    file,
    find: 'medical.patient_id = patient.id AND patient.c_db_m',
    replace: 'medical.patient_id = patient.id AND patient.c_db_m IS NOT FALSE',
    tests: [filterWalls],
  },
  {
    name: 'the filter view shows medical data without C_DB_M',
    file,
    find: 'medical.patient_id = patient.id AND patient.c_db_m',
    replace: 'medical.patient_id = patient.id',
    tests: [visibility, filterWalls],
  },
  {
    name: 'the filter view shows patients who are not registered',
    file,
    find: '    WHERE patient.c_db`',
    replace: '`',
    tests: [visibility, filterWalls],
  },
  {
    name: 'the filter view runs with the rights of its owner',
    file,
    find: 'CREATE VIEW filter_patient WITH (security_invoker = true) AS',
    replace: 'CREATE VIEW filter_patient AS',
    tests: [visibility, catalog],
  },
  {
    name: 'the filter view shows the full postcode',
    file,
    find: 'field.exportedLength === undefined ? column :',
    replace: 'field.exportedLength !== 0 ? column :',
    tests: [exactPlaces],
  },
  {
    name: 'the history by field runs with the rights of its owner',
    file: 'packages/db/src/sql/versions.ts',
    find: 'CREATE VIEW field_history WITH (security_invoker = true) AS',
    replace: 'CREATE VIEW field_history AS',
    tests: [visibility],
  },
  {
    name: 'a condition on personal data ignores consent',
    file: blockConsent,
    find: "patient_personal: 'C_DB_P',",
    replace: 'patient_personal: undefined,',
    tests: [leftOut],
  },
  {
    name: 'a condition on medical data ignores consent',
    file: blockConsent,
    find: "patient_medical: 'C_DB_M',",
    replace: 'patient_medical: undefined,',
    tests: [leftOut],
  },
  {
    name: 'patients without an answer count as refused',
    file: query,
    find: "[`(${hasConsent('FALSE')})`, `(${hasConsent('NULL')})`]",
    replace: "[`(${hasConsent('NOT TRUE')})`, `(${hasConsent('NULL')})`]",
    tests: [leftOut],
  },
]
