import type { PlantedFault } from '../planted-fault.ts'

const file = 'packages/db/src/sql/versions.ts'

const chain = 'packages/db/src/verify.test.ts'
const versions = 'packages/db/src/sql/versions.test.ts'

export const triggersFaults: readonly PlantedFault[] = [
  {
    name: 'a save does not raise the version of the record',
    file,
    find: 'NEW.version := OLD.version + 1;',
    replace: 'NEW.version := OLD.version;',
    tests: [versions],
  },
  {
    name: 'history does not know who saved',
    file,
    find: "saved_by text := nullif(current_setting('app.actor', true), '');",
    replace: "saved_by text := 'somebody';",
    tests: [versions],
  },
  {
    name: 'the number of complications is the one of the client',
    file,
    find: "${derivedColumns[block].map(({ column, is }) => `NEW.${column} := ${is};`).join('\\n    ')}",
    replace: '',
    tests: [versions],
  },
  { name: 'an update leaves no history', file, find: ": (['UPDATE'] as const)", replace: ": (['INSERT'] as const)", tests: [versions] },
  {
    name: 'a save without changes creates a version',
    file,
    find: 'IF record IS DISTINCT FROM OLD THEN',
    replace: 'IF true THEN',
    tests: [versions],
  },
  {
    name: 'a change of consent creates a version of the record',
    file,
    find: "patient_medical: ['version', 'consented', 'closed'],\n}",
    replace: "patient_medical: ['version'],\n}",
    tests: [versions],
  },
  {
    name: 'answers are not checked against their questions',
    file: 'packages/db/src/sql/consent-answers.ts',
    find: 'WHERE violation.name IS NOT NULL LIMIT 1;',
    replace: 'WHERE false LIMIT 1;',
    tests: ['packages/db/src/sql/consent-answers.test.ts'],
  },
  {
    name: 'a text is published whose languages ask different questions',
    file: 'packages/db/src/sql/consent-documents.ts',
    find: 'IF shape_it IS DISTINCT FROM shape_en THEN',
    replace: 'IF false THEN',
    tests: ['packages/db/src/sql/consent-evidence.test.ts'],
  },
  {
    name: 'a value outside its reference table is accepted',
    file: 'packages/db/src/sql/reference-values.ts',
    find: "CASE WHEN ${checkedFields.map(isInvalid).join(' OR ')} THEN",
    replace: 'CASE WHEN false THEN',
    tests: ['packages/db/src/sql/reference-values.test.ts'],
  },
  {
    name: 'entries of the log are not queued for the chain',
    file: 'packages/db/src/sql/audit-chain.ts',
    find: 'INSERT INTO audit_chain_pending (entry_id) SELECT id FROM inserted;',
    replace: '',
    tests: [chain],
  },
  {
    name: 'the chain of the log does not cover the read data',
    file: 'packages/db/src/sql/audit-chain.ts',
    find: 'entry.outcome, entry.request_id, entry.reads)',
    replace: 'entry.outcome, entry.request_id)',
    tests: [chain],
  },
  {
    name: 'the log keeps whose data were read',
    file: 'packages/db/src/sql/audit-reads.ts',
    find: "NEW.reads := NEW.reads - 'patients';",
    replace: '',
    tests: ['apps/server/src/features/consents/linking.test.ts', 'apps/server/src/features/home/data-uses.test.ts'],
  },
  {
    name: 'a change of a saved filter creates no version',
    file: 'packages/db/src/sql/saved-filters.ts',
    find: 'AFTER INSERT OR UPDATE ON saved_filter FOR EACH ROW',
    replace: 'AFTER INSERT ON saved_filter FOR EACH ROW',
    tests: [versions],
  },
  {
    name: 'an invited contact is not in use after the choice of a password',
    file: 'packages/db/src/sql/contacts.ts',
    find: 'UPDATE sign_in_contact SET in_use = true WHERE account_id = NEW.id AND NOT in_use;',
    replace: '',
    tests: ['packages/db/src/sql/patients.test.ts'],
  },
]
