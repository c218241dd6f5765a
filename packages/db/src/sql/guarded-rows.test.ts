import { beforeAll, describe, expect, test } from 'vitest'
import { withTransaction, type Scope, type Transaction } from '../transaction.ts'
import { createCanaries, type Canaries } from '../testing/canaries.ts'
import {
  addGuardian,
  addRowOfEachTable,
  guardianSession,
  unreadableTables,
  visibleRows,
  type RowReader,
} from '../testing/row-of-each-table.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { guardedTables } from './policies.ts'

const database = useTestDatabase()
let canaries: Canaries
beforeAll(async () => {
  canaries = await createCanaries(database.owner)
  await addRowOfEachTable(database.owner, canaries)
  await database.owner.begin((sql) => addGuardian(sql, canaries.ofMilan.id))
})

type Reader = { readonly scope: Scope; readonly actor?: string }
/** The readers of the rows. All but `author` have other names than the rows. */
const readers = {
  milan: () => ({ scope: { kind: 'centre', centre: 'MI01' } }),
  rome: () => ({ scope: { kind: 'centre', centre: 'RM01' } }),
  lombardy: () => ({ scope: { kind: 'areas', areas: ['ITC4'] } }),
  lazio: () => ({ scope: { kind: 'areas', areas: ['ITI4'] } }),
  patient: () => ({ scope: { kind: 'patient', patientId: canaries.ofMilan.id } }),
  otherPatient: () => ({ scope: { kind: 'patient', patientId: canaries.ofRome.id } }),
  guardian: () => ({ scope: { kind: 'child', childId: canaries.ofMilan.id, session: guardianSession } }),
  author: () => ({ scope: { kind: 'none' }, actor: 'dm' }),
  nobody: () => ({ scope: { kind: 'none' } }),
} as const satisfies Record<RowReader, () => Reader>
const readerNames = Object.keys(readers) as RowReader[]

const runAs = <T>({ scope, actor = 'somebody' }: Reader, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  withTransaction(database.server, { actor, source: 'form', scope }, work)
const count = async ({ sql }: Transaction, table: string, where: string): Promise<number> => {
  const [found] = await sql.unsafe<{ count: number }[]>(`SELECT count(*)::int AS count FROM ${table} WHERE ${where}`)
  return found?.count ?? 0
}

test('the list has each guarded table, and each has rows of Milan', async () => {
  expect([...Object.keys(visibleRows), ...unreadableTables].toSorted()).toEqual(guardedTables.toSorted())
  for (const table of guardedTables) {
    const [rows = 'true'] = visibleRows[table] ?? []
    const [found] = await database.owner.unsafe(`SELECT FROM ${table} WHERE ${typeof rows === 'string' ? rows : rows(canaries)} LIMIT 1`)
    expect(found, table).toBeDefined()
  }
})

describe('THREAT-44, THREAT-04: of the rows of Milan', () => {
  test.each(Object.entries(visibleRows))('in %s each reader sees its own only', async (table, [rows, expected]) => {
    const seen: Partial<Record<RowReader, number>> = {}
    for (const name of readerNames)
      seen[name] = await runAs(readers[name](), (tx) => count(tx, table, typeof rows === 'string' ? rows : rows(canaries)))
    expect(seen).toEqual({ ...Object.fromEntries(readerNames.map((name) => [name, 0])), ...expected })
  })

  test.each(unreadableTables)('in %s nobody sees any', async (table) => {
    for (const name of readerNames)
      await expect(
        runAs(readers[name](), (tx) => count(tx, table, 'true')),
        name,
      ).rejects.toThrow('permission denied')
  })
})

const insertDiscrepancy = (centre: string) => () =>
  `INSERT INTO record_discrepancy (patient_id, centre_code, check_key, personal, medical, fingerprint) VALUES (${canaries.ofMilan.id}, '${centre}', 'x', true, true, 'x')`
const insertSignature = (by: string) => () =>
  `INSERT INTO record_signature (patient_id, year, medical_version, signed_by) VALUES (${canaries.ofMilan.id}, 2025, 1, '${by}')`
const insertQuery = (by: string) => `INSERT INTO centre_query (centre_code, question, asked_by) VALUES ('MI01', 'x', '${by}')`
const insertFieldQuery = (by: string, patient: () => number) => () =>
  `INSERT INTO centre_query (centre_code, patient_id, field, medical, question, asked_by) VALUES ('MI01', ${patient()}, 'HB', true, 'x', '${by}')`
const reply = (by: string) => `UPDATE centre_query SET state = 'answered', reply = 'x', replied_by = '${by}', replied_at = now()`
const close = (by: string) => `UPDATE centre_query SET state = 'closed', closed_by = '${by}', closed_at = now()`
const decide = (centre: string, by: string) =>
  `INSERT INTO clinical_study_centre (study_id, centre_code, approved, entered_by) VALUES ('MILAN', '${centre}', true, '${by}')`
const addDocument = (by: string) =>
  `INSERT INTO clinical_study_document (study_id, centre_code, name, bytes, sha256, entered_by) VALUES ('MILAN', 'MI01', 'x', '%PDF-', 'x', '${by}')`
const addSheet = (by: string) =>
  `INSERT INTO clinical_study_sheet (study_id, language, name, bytes, sha256, entered_by) VALUES ('MILAN', 'it', 'x', '%PDF-', 'x', '${by}')`
const insertView = (centre: string, owner: string) =>
  `INSERT INTO work_list_view (centre_code, owner, name, shared, sort_column, descending, tasks) VALUES ('${centre}', '${owner}', 'x', false, 'code', false, '{}')`
const createStudy = `INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version) VALUES ('NEW', 'x', 'x', 'RM01', 'EA', 1, 1)`
const changeDiscrepancy = `UPDATE record_discrepancy SET state = 'answered', answer = 'x', answered_by = 'somebody', answered_at = now()`
const insertRun = `INSERT INTO import_run (actor, centre_code, command, format, file_hash, ok, ko, detail) VALUES ('x', 'MI01', 'createPatients', 'csv', 'x', 0, 0, '[]')`

/** Writes that a role may not do, whatever the server requests. An update without a condition meets only the update policy. */
const writes: readonly (readonly [reader: RowReader, what: string, statement: string | (() => string)])[] = [
  ['rome', 'decides for another centre', decide('MI01', 'somebody')],
  ['rome', 'decides in the name of another person', decide('RM01', 'ca')],
  ['rome', 'adds the document of another centre', addDocument('somebody')],
  ['milan', 'adds an information sheet', addSheet('ca')],
  ['patient', 'adds an information sheet', addSheet('somebody')],
  ['milan', 'adds a document in the name of another person', addDocument('ca')],
  ['milan', 'creates a study', createStudy],
  ['lombardy', 'creates a study without being GlobalAdmin', createStudy],
  ['lombardy', 'changes a study without being GlobalAdmin', `UPDATE clinical_study SET title = 'y'`],
  ['milan', 'changes a study', `UPDATE clinical_study SET title = 'y'`],
  ['patient', 'changes a study', `UPDATE clinical_study SET title = 'y'`],
  [
    'rome',
    'adds a candidate of another centre',
    () => `INSERT INTO study_patient (study_id, patient_id, centre_code) VALUES ('MILAN', ${canaries.ofMilanSilent.id}, 'MI01')`,
  ],
  ['rome', 'decides about a candidate of another centre', 'UPDATE study_patient SET approved = false'],
  ['otherPatient', 'answers for another patient', `UPDATE study_patient SET status = 'ConsensoNO', answered_at = now()`],
  ['rome', 'removes a candidate of another centre', 'DELETE FROM study_patient'],
  ['milan', 'removes an invited patient', 'DELETE FROM study_patient'],
  ['rome', 'adds a discrepancy of another centre', insertDiscrepancy('MI01')],
  ['rome', 'answers a discrepancy of another centre', changeDiscrepancy],
  ['lombardy', 'answers a discrepancy of a centre', changeDiscrepancy],
  ['rome', 'signs a record of another centre', insertSignature('somebody')],
  ['milan', 'signs in the name of another person', insertSignature('ca')],
  [
    'rome',
    'adds the indicators of another centre',
    `INSERT INTO centre_indicator (centre_code, name, counted, total, patients) VALUES ('MI01', 'y', 1, 1, 1)`,
  ],
  ['rome', 'changes the indicators of another centre', 'UPDATE centre_indicator SET counted = 0'],
  [
    'rome',
    'adds the check of another centre',
    `INSERT INTO centre_check (centre_code, checked_on, imports) VALUES ('MI01', '2026-01-01', 1)`,
  ],
  ['rome', 'changes the check of another centre', 'UPDATE centre_check SET imports = 0'],
  ['lazio', 'asks a centre of another area', insertQuery('somebody')],
  ['lombardy', 'asks in the name of another person', insertQuery('dm')],
  ['milan', 'asks itself', insertQuery('somebody')],
  ['rome', 'replies for another centre', reply('somebody')],
  ['milan', 'replies in the name of another person', reply('ca')],
  ['lombardy', 'replies for a centre', `${reply('somebody')} WHERE field IS NULL`],
  ['rome', 'asks about a patient of another centre', insertFieldQuery('somebody', () => canaries.ofMilan.id)],
  ['lombardy', 'asks about a patient', insertFieldQuery('somebody', () => canaries.ofMilan.id)],
  ['milan', 'asks about a field without consent', insertFieldQuery('somebody', () => canaries.ofMilanSilent.id)],
  ['milan', 'asks about a field in the name of another person', insertFieldQuery('ca', () => canaries.ofMilan.id)],
  ['milan', 'replies to its own question', `${reply('somebody')} WHERE field IS NOT NULL`],
  ['lazio', 'replies to a centre of another area', `${reply('somebody')} WHERE field IS NOT NULL`],
  ['lombardy', 'replies to a centre in the name of another person', `${reply('dm')} WHERE field IS NOT NULL`],
  ['lombardy', 'closes the question of a centre', `${close('somebody')} WHERE field IS NOT NULL`],
  ['milan', 'closes its question in the name of another person', `${close('ca')} WHERE field IS NOT NULL`],
  ['lazio', 'closes a query of another area', close('somebody')],
  ['lombardy', 'closes a query in the name of another person', close('dm')],
  ['milan', 'closes a query that it received', `${close('somebody')} WHERE field IS NULL`],
  ['lombardy', 'confirms a deletion request of another person', 'UPDATE deletion_request SET confirmed_at = now()'],
  ['rome', 'saves a view of another centre', insertView('MI01', 'somebody')],
  ['milan', 'saves a view in the name of another person', insertView('MI01', 'ca')],
  ['milan', 'changes the shared view of another person', `UPDATE work_list_view SET name = 'y'`],
  ['rome', 'deletes the view of another centre', 'DELETE FROM work_list_view'],
  ['milan', 'deletes the view of another person that is not shared', 'DELETE FROM work_list_view WHERE NOT shared'],
  [
    'author',
    'saves a view of the log without being a GlobalAdmin',
    `INSERT INTO audit_log_view (owner, name, command, action, username, entries) VALUES ('dm', 'x', '', '', '', 10)`,
  ],
  ['rome', 'adds an upload of another centre', insertRun],
  ['rome', 'undoes an upload of another centre', `UPDATE import_run SET undone_at = now() WHERE centre_code = 'MI01'`],
  [
    'otherPatient',
    'fills in the questionnaire of another patient',
    () => `INSERT INTO sf36_text_sent (patient_id, version, language) VALUES (${canaries.ofMilanSilent.id}, 1, 'it')`,
  ],
  ['otherPatient', 'changes what another patient was sent', `UPDATE sf36_text_sent SET language = 'en'`],
  [
    'otherPatient',
    'adds a text to another patient',
    () =>
      `INSERT INTO consent_document_sent (subject, client, kind, version, language) VALUES ('${canaries.ofMilanSilent.subject}', 'myconsent', 'consents', 1, 'it')`,
  ],
]

describe('THREAT-44: the database denies, whatever the server requests', () => {
  test.each(writes)('%s %s', async (name, _what, statement) => {
    const text = typeof statement === 'string' ? statement : statement()
    const attempt = runAs(readers[name](), async ({ sql }) => {
      // The failure rolls back a write that a missing boundary lets through.
      throw new Error(`${(await sql.unsafe(text)).count} rows`)
    })
    await expect(attempt).rejects.toThrow(/row-level security|^0 rows/)
  })
})
