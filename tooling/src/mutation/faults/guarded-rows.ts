import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/sql/policies.ts'
const guardedRows = 'packages/db/src/sql/guarded-rows.test.ts'

/** Row security of the tables of studies, findings, signatures, queries, receipts, questionnaires and recalls. */
export const guardedRowsFaults: readonly PlantedFault[] = [
  {
    name: 'patients of every centre are visible',
    file: file,
    find: `using: \`\${inVisibleCentre} OR id = \${own.patient}\` },
    patient_insert`,
    replace: `using: 'true' },
    patient_insert`,
    tests: [guardedRows],
  },
  {
    name: 'a patient reads the receipts of others',
    file: 'packages/db/src/sql/text-policies.ts',
    find: "consent_receipt_select_own: { to: serverRole, for: 'SELECT', using: isOwnSubject }",
    replace: "consent_receipt_select_own: { to: serverRole, for: 'SELECT', using: 'true' }",
    tests: [guardedRows],
  },
  {
    name: 'a text is added to another patient',
    file: 'packages/db/src/sql/text-policies.ts',
    find: "consent_text_sent_insert_own: { to: serverRole, for: 'INSERT', check: isOwnSubject }",
    replace: "consent_text_sent_insert_own: { to: serverRole, for: 'INSERT', check: 'true' }",
    tests: [guardedRows],
  },
  {
    name: 'staff read questionnaires',
    file: 'packages/db/src/sql/text-policies.ts',
    find: `sf36_response_select_self: { to: serverRole, for: 'SELECT', using: \`patient_id = \${own.patient}\` }`,
    replace: "sf36_response_select_self: { to: serverRole, for: 'SELECT', using: 'true' }",
    tests: [guardedRows],
  },
  {
    name: 'a patient reads every study',
    file: file,
    find: 'OR EXISTS (SELECT FROM study_patient AS own_row WHERE own_row.study_id = id AND own_row.patient_id = ${own.patient})`',
    replace: 'OR ${own.patient} IS NOT NULL`',
    tests: [guardedRows],
  },
  {
    name: 'staff without the role GlobalAdmin create studies',
    file: file,
    find: 'check: `${own.hasAreas} AND ${isGlobalAdmin}` }',
    replace: 'check: own.hasAreas }',
    tests: [guardedRows],
  },
  {
    name: 'staff without the role GlobalAdmin change studies',
    file: file,
    find: `AND (status = 'Exported' OR \${isGlobalAdmin})\``,
    replace: '`',
    tests: [guardedRows],
  },
  {
    name: 'an ethics decision is entered for another centre',
    file: file,
    find: `clinical_study_centre_insert_own_centre: { to: serverRole, for: 'INSERT', check: \`\${inOwnCentre} AND `,
    replace: `clinical_study_centre_insert_own_centre: { to: serverRole, for: 'INSERT', check: \``,
    tests: [guardedRows],
  },
  {
    name: 'an ethics decision is entered in the name of another person',
    file: file,
    find: `clinical_study_centre_insert_own_centre: { to: serverRole, for: 'INSERT', check: \`\${inOwnCentre} AND entered_by = \${own.actor}\` }`,
    replace: "clinical_study_centre_insert_own_centre: { to: serverRole, for: 'INSERT', check: inOwnCentre }",
    tests: [guardedRows],
  },
  {
    name: 'the document of an ethics decision is added for another centre',
    file: file,
    find: `clinical_study_document_insert_own_centre: { to: serverRole, for: 'INSERT', check: \`\${inOwnCentre} AND `,
    replace: `clinical_study_document_insert_own_centre: { to: serverRole, for: 'INSERT', check: \``,
    tests: [guardedRows],
  },
  {
    name: 'candidates of every centre are visible',
    file: file,
    find: `study_patient_select_visible_centres_or_invited_self: {
      to: serverRole,
      for: 'SELECT',
      using: \`\${inVisibleCentre} OR (patient_id`,
    replace: `study_patient_select_visible_centres_or_invited_self: {
      to: serverRole,
      for: 'SELECT',
      using: \`true OR (patient_id`,
    tests: [guardedRows],
  },
  {
    name: 'candidates of every centre are changed',
    file: file,
    find: `study_patient_update_visible_centres_or_invited_self: {
      to: serverRole,
      for: 'UPDATE',
      using: \`\${inVisibleCentre} OR (patient_id`,
    replace: `study_patient_update_visible_centres_or_invited_self: {
      to: serverRole,
      for: 'UPDATE',
      using: \`true OR (patient_id`,
    tests: [guardedRows],
  },
  {
    name: 'an invited patient is removed from a study',
    file: file,
    find: ' AND approved IS NULL AND status IS NULL`',
    replace: '`',
    tests: [guardedRows],
  },
  {
    name: 'a finding about personal data is read without consent',
    file: file,
    find: `
  AND (NOT personal OR EXISTS (SELECT FROM patient_personal AS block WHERE block.patient_id = record_finding.patient_id))`,
    replace: '',
    tests: [guardedRows],
  },
  {
    name: 'a finding about medical data is read without consent',
    file: file,
    find: `
  AND (NOT medical OR EXISTS (SELECT FROM patient_medical AS block WHERE block.patient_id = record_finding.patient_id))`,
    replace: '',
    tests: [guardedRows],
  },
  {
    name: 'a role with an area answers findings',
    file: file,
    find: "record_finding_update_own_centre: { to: serverRole, for: 'UPDATE', using: inOwnCentre }",
    replace: "record_finding_update_own_centre: { to: serverRole, for: 'UPDATE', using: inVisibleCentre }",
    tests: [guardedRows],
  },
  {
    name: 'records of other centres are signed',
    file: file,
    find: 'const isPatientOfOwnCentre = `EXISTS (SELECT FROM patient WHERE patient.id = patient_id AND patient.${inOwnCentre})`',
    replace: "const isPatientOfOwnCentre = 'patient_id IS NOT NULL'",
    tests: [guardedRows],
  },
  {
    name: 'records are signed in the name of another person',
    file: file,
    find: 'check: `${isPatientOfOwnCentre} AND signed_by = ${own.actor}`',
    replace: 'check: isPatientOfOwnCentre',
    tests: [guardedRows],
  },
  {
    name: 'the figures of every centre are visible',
    file: file,
    find: "centre_figure_select_own_centre: { to: serverRole, for: 'SELECT', using: inOwnCentre }",
    replace: "centre_figure_select_own_centre: { to: serverRole, for: 'SELECT', using: 'true' }",
    tests: [guardedRows],
  },
  {
    name: 'a role with an area replies for a centre',
    file: file,
    find: `check: \`\${inOwnCentre} AND state = 'answered'`,
    replace: `check: \`state = 'answered'`,
    tests: [guardedRows],
  },
  {
    name: 'a centre closes the query about it',
    file: file,
    find: `check: \`\${own.hasAreas} AND centre_code = \${own.centres} AND state = 'closed'`,
    replace: `check: \`state = 'closed'`,
    tests: [guardedRows],
  },
  {
    name: 'a query is sent to a centre of another area',
    file: file,
    find: 'check: `${own.hasAreas} AND centre_code = ${own.centres} AND asked_by',
    replace: 'check: `${own.hasAreas} AND asked_by',
    tests: [guardedRows],
  },
  {
    name: 'a centre queries itself',
    file: file,
    find: 'check: `${own.hasAreas} AND centre_code = ${own.centres} AND asked_by',
    replace: 'check: `centre_code = ${own.centres} AND asked_by',
    tests: [guardedRows],
  },
  {
    name: 'a recall is confirmed by anybody',
    file: file,
    find: "export_recall_update_recipient_or_of_disabled_user: { to: serverRole, for: 'UPDATE', using: confirmsRecall }",
    replace: "export_recall_update_recipient_or_of_disabled_user: { to: serverRole, for: 'UPDATE', using: 'true' }",
    tests: [guardedRows],
  },
  {
    name: 'uploads of another centre are recorded',
    file: file,
    find: "import_run_insert_own_centre: { to: serverRole, for: 'INSERT', check: inOwnCentre }",
    replace: "import_run_insert_own_centre: { to: serverRole, for: 'INSERT', check: 'true' }",
    tests: [guardedRows],
  },
]
