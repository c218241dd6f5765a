import type { PlantedFault } from '../planted-fault.ts'

const studies = 'packages/db/src/sql/studies.ts'
const exported = 'apps/server/src/features/studies/export.test.ts'

/** Walls of clinical studies in the database. */
export const studiesFaults: readonly PlantedFault[] = [
  {
    name: 'a participant without a consent of the study is exported',
    file: 'apps/server/src/filter-query.ts',
    find: 'ON filter_patient.id = in_study.participant AND in_study.consents`',
    replace: 'ON filter_patient.id = in_study.participant`',
    tests: [exported],
  },
  {
    name: 'a participant without a consent of the study is in the manifest',
    file: 'apps/server/src/features/studies/participants.ts',
    find: 'ON p.id = in_study.participant AND in_study.consents`',
    replace: 'ON p.id = in_study.participant`',
    tests: [exported],
  },
  {
    name: 'the database accepts a manifest with a participant without a consent of the study',
    file: 'packages/db/src/sql/export-recalls.ts',
    find: "\n          AND ${givesStudyConsents('p', 'study')}",
    replace: '',
    tests: [exported],
  },
  ...['c_extraeu', 'c_f'].map((consent) => ({
    name: `a study does not need ${consent}`,
    file: studies,
    find:
      consent === 'c_f'
        ? 'AND (coalesce(${patient}.c_f, false) OR NOT ${study}.f) '
        : ' AND (coalesce(${patient}.c_extraeu, false) OR NOT ${study}.extraeu)',
    replace: '',
    tests: [exported],
  })),
]
