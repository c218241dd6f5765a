import type { PlantedFault } from '../planted-fault.ts'

const studies = 'packages/db/src/sql/studies.ts'
const studiesTest = 'packages/db/src/sql/studies.test.ts'
const exported = 'apps/server/src/features/studies/export.test.ts'

/** Walls of clinical studies in the database. */
export const studiesFaults: readonly PlantedFault[] = [
  {
    name: 'a participant without a consent of the study is exported and in the manifest',
    file: 'apps/server/src/filters/filter-query.ts',
    find: 'ON shown.id = in_study.participant AND in_study.consents`',
    replace: 'ON shown.id = in_study.participant`',
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
  {
    name: 'a study skips states',
    file: studies,
    find: "AND NOT OLD.status || ' ' || NEW.status = ANY (ARRAY[${allowedChanges}])",
    replace: 'AND false',
    tests: [studiesTest],
  },
  {
    name: 'a study begins in a later state',
    file: studies,
    find: "IF NEW.status <> 'EthicsCommitteeWaiting' THEN",
    replace: 'IF false THEN',
    tests: [studiesTest],
  },
  {
    name: 'the approved fields of a study change',
    file: studies,
    find: '(NEW.main_centre, NEW.type, NEW.filter_id, NEW.sf36_version) IS DISTINCT FROM (OLD.main_centre, OLD.type, OLD.filter_id, OLD.sf36_version)',
    replace: 'false',
    tests: [studiesTest],
  },
  {
    name: 'a study uses a disabled filter',
    file: studies,
    find: "WHERE id = NEW.filter_id AND state = 'active' FOR SHARE",
    replace: 'WHERE id = NEW.filter_id FOR SHARE',
    tests: [studiesTest],
  },
  {
    name: 'another centre decides before the main centre',
    file: studies,
    find: "OR (study.status = 'EthicsCommitteeWaiting') <> (study.main_centre = NEW.centre_code)",
    replace: '',
    tests: [studiesTest],
  },
  {
    name: 'a centre decides about a suspended study',
    file: studies,
    find: `IF study.deleted_at IS NOT NULL OR study.suspended_at IS NOT NULL
      OR (study.status`,
    replace: `IF study.deleted_at IS NOT NULL
      OR (study.status`,
    tests: [studiesTest],
  },
  {
    name: 'a centre decides about an ended study',
    file: studies,
    find: " OR study.status IN ('Terminated', 'Exported') THEN",
    replace: ' THEN',
    tests: [studiesTest],
  },
  {
    name: 'an answer of a patient changes',
    file: studies,
    find: ", 'ConsensoSI Esportato', 'ConsensoSI ConsensoNO'",
    replace: ", 'ConsensoNO ConsensoSI', 'ConsensoSI Esportato', 'ConsensoSI ConsensoNO'",
    tests: [studiesTest],
  },
  {
    name: 'a Yes becomes a No without a withdrawal',
    file: studies,
    find: "OR (before IN ('ConsensoSI', 'Esportato') AND NEW.status = 'ConsensoNO' AND NEW.left_at IS NULL)",
    replace: '',
    tests: [studiesTest],
  },
  {
    name: 'a patient is invited to a suspended study',
    file: studies,
    find: "AND (study.deleted_at IS NOT NULL OR study.suspended_at IS NOT NULL OR study.status NOT IN ('ToBeSentToPatients', 'Active'))",
    replace: "AND (study.deleted_at IS NOT NULL OR study.status NOT IN ('ToBeSentToPatients', 'Active'))",
    tests: [studiesTest],
  },
  {
    name: 'a patient is invited before the enrolment',
    file: studies,
    find: " OR study.status NOT IN ('ToBeSentToPatients', 'Active')) THEN",
    replace: ') THEN',
    tests: [studiesTest],
  },
  {
    name: 'a Yes needs no consent',
    file: studies,
    find: "AND p.c_db_no_notification IS NULL AND ${givesStudyConsents('p', 'study')}) THEN",
    replace: ') THEN',
    tests: [studiesTest],
  },
  {
    name: 'a Yes is possible after a withdrawal',
    file: studies,
    find: "AND p.c_db_no_notification IS NULL AND ${givesStudyConsents('p', 'study')}) THEN",
    replace: "AND ${givesStudyConsents('p', 'study')}) THEN",
    tests: [studiesTest],
  },
  {
    name: 'candidates need no approval of their centre',
    file: studies,
    find: 'c.centre_code = added.centre_code AND c.approved)',
    replace: 'c.centre_code = added.centre_code)',
    tests: [studiesTest],
  },
  {
    name: 'the filter of an approved study changes',
    file: studies,
    find: "WHERE filter_id = OLD.id AND status <> 'EthicsCommitteeWaiting')",
    replace: 'WHERE filter_id = OLD.id AND false)',
    tests: [studiesTest],
  },
]
