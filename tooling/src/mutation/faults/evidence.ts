import type { PlantedFault } from '../planted-fault.ts'

const answers = 'packages/db/src/sql/consent-answers.ts'
const keeping = 'packages/db/src/sql/append-only.ts'
const features = 'apps/server/src/features/consents'

const evidence = 'packages/db/src/sql/consent-evidence.test.ts'
const options = 'packages/db/src/sql/consent-answers.test.ts'
const withdrawal = 'packages/db/src/sql/withdrawal.test.ts'
const answersShown = `${features}/evidence.test.ts`
const versions = `${features}/new-versions.test.ts`

/** The binding of an answer to the text that the patient saw. */
export const evidenceFaults: readonly PlantedFault[] = [
  {
    name: 'the preliminary answers are not stored',
    file: `${features}/give.ts`,
    find: 'if (Object.keys(errors).length > 0) throw validationError(errors)\n  await addAnswers(tx, respondent, document, answers)\n',
    replace: 'if (Object.keys(errors).length > 0) throw validationError(errors)\n',
    tests: [answersShown],
  },
  {
    name: 'the consents do not name the preliminary questions',
    file: `${features}/give.ts`,
    find: 'preliminary_version: before.preliminary.version,',
    replace: 'preliminary_version: 1,',
    tests: [answersShown, versions],
  },
  {
    name: 'a text is read without its version',
    file: `${features}/queries.ts`,
    find: 'and(eq(consentDocument.kind, kind), eq(consentDocument.version, version))',
    replace: 'eq(consentDocument.kind, kind)',
    tests: [versions],
  },
  {
    name: 'a text of an older version opens the consents',
    file: `${features}/documents.ts`,
    find: 'document.version !== version || document.hash !== hash',
    replace: 'document.hash !== hash && version === 0',
    tests: [answersShown, versions],
  },
  {
    name: 'a text counts as sent in any version',
    file: `${features}/queries.ts`,
    find: "client = 'myconsent' AND kind = ${kind} AND version = ${version} AND language",
    replace: "client = 'myconsent' AND kind = ${kind} AND language",
    tests: [answersShown, versions],
  },
  {
    name: 'a new version is not stored as sent',
    file: `${features}/queries.ts`,
    find: 'WHERE last.version = ${version} AND last.language = ${language})',
    replace: 'WHERE last.language = ${language})',
    tests: [versions],
  },
  {
    name: 'an old client answers a newer version than it received',
    file: `${features}/give-legacy.ts`,
    find: "if (newest.version !== sent.version) throw new AppError('consent_text_changed')",
    replace: '',
    tests: [versions],
  },
  {
    name: 'the history shows the text of any version',
    file: `${features}/ledger.ts`,
    find: '`${version} ${language}`',
    replace: '`${language}`',
    tests: [versions],
  },
  {
    name: 'the database looks for the text of any version among those sent',
    file: answers,
    find: '(sent.subject, sent.client, sent.kind, sent.version, sent.language) = (event.subject, event.client, event.kind, event.version, event.language)',
    replace: '(sent.subject, sent.client, sent.kind, sent.language) = (event.subject, event.client, event.kind, event.language)',
    tests: [evidence],
  },
  {
    name: 'the database looks for the text before the consents in any version',
    file: answers,
    find: "(sent.subject, sent.kind, sent.version) = (event.subject, '${kind}', event.${kind}_version)",
    replace: "(sent.subject, sent.kind) = (event.subject, '${kind}')",
    tests: [evidence],
  },
  {
    name: 'the hash of an answer is that of any version',
    file: answers,
    find: 'WHERE kind = in_kind AND version = in_version;',
    replace: 'WHERE kind = in_kind ORDER BY version LIMIT 1;',
    tests: [evidence, versions],
  },
  {
    name: 'an answer is compared with the questions of any version',
    file: answers,
    find: 'ON (question.kind, question.version, question.language, question.field) = (event.kind, event.version, event.language, event.field)',
    replace: 'ON (question.kind, question.language, question.field) = (event.kind, event.language, event.field)',
    tests: [options, evidence],
  },
  {
    name: 'a withdrawal names a text that is not published yet',
    file: answers,
    find: "kind = 'withdrawal' AND published_at <= NEW.at)",
    replace: "kind = 'withdrawal')",
    tests: [evidence],
  },
  {
    name: 'the ledger accepts answers that no question has',
    file: answers,
    find: "'event.kind IS NOT NULL AND NOT is_consent_option(event.kind, event.answer, question.options)'",
    replace: "'false'",
    tests: [options],
  },
  {
    name: 'the history of another patient is erased',
    file: keeping,
    find: "TG_LEVEL = 'ROW' AND to_jsonb(OLD) ->> 'patient_id' = current_setting('app.erasing', true)",
    replace: "TG_LEVEL = 'ROW'",
    tests: [withdrawal],
  },
  {
    name: 'the list of an export loses patients who did not withdraw',
    file: keeping,
    find: 'NEW.patient_ids = array_remove(OLD.patient_ids, ${erasing})',
    replace: 'true',
    tests: [withdrawal],
  },
  {
    name: 'an export gets more patients after its manifest',
    file: 'packages/db/src/sql/export-patients.ts',
    find: 'IF EXISTS (SELECT FROM export_manifest WHERE id = in_export) THEN',
    replace: 'IF false THEN',
    tests: ['packages/db/src/sql/exports.test.ts'],
  },
  {
    name: 'the record of sent texts is deleted',
    file: keeping,
    find: "TG_OP = 'DELETE' AND OLD.subject::text = current_setting('app.closing_subject', true)",
    replace: "TG_OP = 'DELETE'",
    tests: [withdrawal, evidence],
  },
]
