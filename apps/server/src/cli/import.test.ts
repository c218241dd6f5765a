import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeStaff } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { createSecretKey, listFingerprints } from '../auth/secret-key.ts'
import { deriveAuditChainKeys } from '../jobs/audit-chain.ts'
import { inviteCentre } from './import/invite.ts'
import { importFiles, writeDirectory, type Files } from './testing/import-directory.ts'
import { runCommand } from './testing/run-command.ts'
import { verify } from './verify.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** A directory with two centres whose codes, patients and users begin with a prefix. */
const directory = (prefix: string): Files => ({
  'centres.csv': ['CODE,NAME,AREA,CITY', `${prefix}1,Centro uno,ITI4,Roma`, `${prefix}2,Centro due,Lombardia,Milano`],
  'users.csv': [
    'EMAIL,NAME,SURNAME,ROLE,AREA,CENTER_CODE',
    `ca.${prefix}@example.org,Ada,Neri,CenterAdmin,,${prefix}1`,
    `ca.${prefix}@example.org,Ada,Neri,CenterAdmin,,${prefix}2`,
    `dm.${prefix}@example.org,Eva,Bruni,DataManager,IT,`,
  ],
  'patients.csv': [
    'CENTER_CODE,CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE_PREFIX,MOBILE,C_DB,LANG',
    `${prefix}1,A,Segreta,Ada,Email,a.${prefix}@example.org,,,true,it`,
    `${prefix}1,B,Segreta,Eva,Mobile,,+39,3331234567,true,en`,
    `${prefix}2,A,Segreta,Ivo,Email,b.${prefix}@example.org,,,,`,
  ],
})

const countRows = async () => {
  const [counted] = await server.database.owner<Record<string, number>[]>`
    SELECT (SELECT count(*)::int FROM centre) AS centres, (SELECT count(*)::int FROM staff_user) AS users, (SELECT count(*)::int FROM staff_role) AS roles,
      (SELECT count(*)::int FROM patient) AS patients, (SELECT count(*)::int FROM import_run) AS files, (SELECT count(*)::int FROM notification) AS messages,
      (SELECT count(*)::int FROM account WHERE patient_id IS NOT NULL) AS accounts`
  return counted
}

describe('registry import', () => {
  test('REQ-OPS-25: reports first, stores with --apply, and the same directory twice changes nothing', async () => {
    const before = await countRows()
    const dry = await importFiles(server, directory('T'), 'dry run')
    expect(dry).toEqual({ text: expect.stringMatching(/^dry run: 12 changes, nothing was stored/m), refused: 0 })
    expect(await countRows()).toEqual(before)
    const stored = await importFiles(server, directory('T'))
    expect(stored.text.split('\n')).toEqual([
      'centres.csv: 2 ok, 0 ko, 2 changes',
      'users.csv: 3 ok, 0 ko, 5 changes',
      'patients.csv: 3 ok, 0 ko, 5 changes',
      'stored: 12 changes',
    ])
    expect(stored.text).not.toMatch(/segreta/i)
    expect(await countRows()).toMatchObject({ centres: 2, users: 2, roles: 3, patients: 3, files: 2, messages: 0, accounts: 0 })
    const again = await importFiles(server, directory('T'))
    expect(again.text).toMatch(/^patients\.csv: 3 ok, 0 ko, 0 changes$/m)
    expect(again.text).toMatch(/^stored: 0 changes$/m)
    expect(await countRows()).toMatchObject({ patients: 3, files: 2, messages: 0 })
  })

  test('REQ-CON-21: papers open the data of the same directory, and are in the ledger without a text of the registry', async () => {
    const { owner } = server.database
    const files: Files = {
      'centres.csv': ['CODE,NAME,AREA', 'C1,Centro uno,ITI4'],
      'patients.csv': ['CENTER_CODE,CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', 'C1,A,Segreta,Ada,Email,paper@example.org'],
      'consents.csv': [
        'CENTER_CODE,CENTER_ID,FIELD,ANSWER,DATE,REFERENCE,VERSION',
        'C1,A,C_DB_M,no,03/02/2019,RM-6,2018-1',
        'C1,A,C_DB_M,sì,2020-02-03,RM-7,2019-1',
        'C1,A,C_DB_P,true,2020-02-03,RM-7,2019-1',
        'C1,A,C_INCIDENTAL,2,2020-02-03,RM-7,2019-1',
      ],
      'personal-data.csv': ['CENTER_CODE,CENTER_ID,DOB,SEX', 'C1,A,1980-01-01,F'],
      'medical-data.csv': ['CENTER_CODE,CENTER_ID,HB', 'C1,A,9.1'],
    }
    const { text, refused } = await importFiles(server, files)
    expect([text, refused]).toEqual([expect.stringMatching(/^consents\.csv: 4 ok, 0 ko, 4 changes$/m), 0])
    expect(text).toMatch(/^medical-data\.csv: 1 ok, 0 ko, 1 changes$/m)
    const listEvents = () => owner`
      SELECT field, answer, kind, version, shown_hash, channel, actor, signed_on, paper_reference AS paper, paper_version AS text
      FROM consent_event WHERE subject = (SELECT consent_subject FROM patient WHERE centre_code = 'C1') ORDER BY seq`
    const events = await listEvents()
    const fixed = { kind: 'consents', version: null, shown_hash: null, channel: 'paper_import', actor: 'operator' }
    expect(events[0]).toEqual({ ...fixed, field: 'C_DB_M', answer: false, signed_on: '2019-02-03', paper: 'RM-6', text: '2018-1' })
    expect(events).toContainEqual({ ...fixed, field: 'C_INCIDENTAL', answer: 2, signed_on: '2020-02-03', paper: 'RM-7', text: '2019-1' })
    expect(await owner`SELECT c_db, c_db_p, c_db_m, c_incidental FROM patient WHERE centre_code = 'C1'`).toEqual([
      { c_db: true, c_db_p: true, c_db_m: true, c_incidental: 2 },
    ])
    expect((await importFiles(server, files)).text).toMatch(/^stored: 0 changes$/m)
    expect(await listEvents()).toEqual(events)
    const keys = { auditChain: await deriveAuditChainKeys(server.deps.secretKey), keyedHash: server.deps.keyedHash }
    expect((await verify(server.database.addresses.owner, keys, undefined)).lines[0]).toBe('consent ledger: every answer matches')
  })

  test('REQ-GRD-06: the report says before the move how many patients of age signed only before their 18th birthday', async () => {
    const files: Files = {
      'centres.csv': ['CODE,NAME,AREA', 'G1,Centro uno,ITI4', 'G2,Centro due,ITI4'],
      'patients.csv': [
        'CENTER_CODE,CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL',
        ...['G1,A', 'G1,B', 'G2,A', 'G2,B'].map((row) => `${row},Segreta,Ada,Email,${row.replace(',', '.')}@example.org`),
      ],
      'consents.csv': [
        'CENTER_CODE,CENTER_ID,FIELD,ANSWER,DATE,REFERENCE,VERSION',
        ...['G1,A,2007-12-31', 'G1,B,2007-12-31', 'G2,A,2007-12-31', 'G2,B,2008-01-01'].flatMap((row) => {
          const [centre, code, day] = row.split(',')
          return ['C_DB_P', 'C_DB_M'].map((field) => `${centre},${code},${field},true,${day},RM-${centre}${code},2007-1`)
        }),
        'G1,B,C_DB_M,no,2008-01-02,RM-2,2007-1',
      ],
      'personal-data.csv': ['CENTER_CODE,CENTER_ID,DOB', ...['G1,A', 'G1,B', 'G2,A', 'G2,B'].map((row) => `${row},1990-01-01`)],
    }
    const line = /^2 patients of age have only consents from before their 18th birthday/m
    expect((await importFiles(server, files, 'dry run')).text).toMatch(line)
    expect((await importFiles(server, files)).text).toMatch(line)
    const { owner } = server.database
    const count = () => owner`SELECT count_due_lapses(NULL) AS patients`
    expect(await count()).toEqual([{ patients: 2 }])
    await owner`SELECT lapse_due_consents(true)`
    expect(await count()).toEqual([{ patients: 0 }])
    expect(
      await owner`SELECT centre_code, count(*)::integer AS open FROM patient WHERE centre_code IN ('G1', 'G2') AND c_db_p GROUP BY 1 ORDER BY 1`,
    ).toEqual([
      { centre_code: 'G1', open: 1 },
      { centre_code: 'G2', open: 1 },
    ])
  })

  test('REQ-CON-21: a paper never replaces an answer of its day or later, and wrong rows are refused', async () => {
    const { owner } = server.database
    await makeCentre(owner, 'D1')
    const patient = await server.patient({ centre: 'D1', centrePatientCode: 'A', consents: { C_DB_M: false } })
    const withdrawn = await server.patient({ centre: 'D1', centrePatientCode: 'W', consents: { C_DB_M: true } })
    await server.withdraw(withdrawn, 'v1')
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const { text } = await importFiles(server, {
      'centres.csv': ['CODE,NAME,AREA,CITY', 'D1,Centro D1,ITI4,Roma'],
      'consents.csv': [
        'CENTER_CODE,CENTER_ID,FIELD,ANSWER,DATE,REFERENCE,VERSION',
        'D1,A,C_DB_M,true,2020-02-03,P-1,1',
        'D1,A,C_DB_P,true,2020-02-03,P-1,1',
        'D1,A,C_DB_P,false,2020-02-03,P-2,1',
        `D1,A,C_S,true,${tomorrow},P-1,1`,
        'D1,A,C_F,true,31/02/2020,P-1,1',
        'D1,A,SHOES,true,2020-02-03,P-1,1',
        'D1,A,C_INCIDENTAL,4,2020-02-03,P-1,1',
        'D1,A,C_DB_NO_NOTIFICATION,v1,2020-02-03,P-1,1',
        'D1,A,C_EXTRAEU,true,2020-02-03,,1',
        'D1,Z,C_DB_M,true,2020-02-03,P-3,1',
        'D1,W,C_DB_M,true,2020-02-03,P-4,1',
      ],
    })
    expect(text.split('\n').slice(1)).toEqual([
      'consents.csv: 2 ok, 9 ko, 1 changes',
      expect.stringMatching(/^ {2}row 3, D1 A, FIELD: .* \(import_key_repeated\)$/),
      expect.stringMatching(/^ {2}row 4, D1 A, DATE: .* \(value_date_future\)$/),
      expect.stringMatching(/^ {2}row 5, D1 A, DATE: .* \(value_date_invalid\)$/),
      expect.stringMatching(/^ {2}row 6, D1 A, FIELD: .* \(value_not_listed\)$/),
      expect.stringMatching(/^ {2}row 7, D1 A, ANSWER: .* \(value_not_listed\)$/),
      expect.stringMatching(/^ {2}row 8, D1 A, FIELD: .* \(value_not_listed\)$/),
      expect.stringMatching(/^ {2}row 8, D1 A, ANSWER: .* \(value_boolean_invalid\)$/),
      expect.stringMatching(/^ {2}row 9, D1 A, REFERENCE: .* \(value_required\)$/),
      expect.stringMatching(/^ {2}row 10, D1 Z, CENTER_ID: .* \(import_patient_unknown\)$/),
      expect.stringMatching(/^ {2}row 11, D1 W, CENTER_ID: .* \(consent_withdrawn\)$/),
      expect.stringMatching(/^ {2}warning, row 1, D1 A, DATE: .* \(import_consent_superseded\)$/),
      'stored: 1 changes',
    ])
    expect(await owner`SELECT c_db_m, c_db_p FROM patient WHERE id = ${patient.fixture.id}`).toEqual([{ c_db_m: false, c_db_p: true }])

    const paper = { signedOn: '2020-02-03', reference: 'P-1', version: '1' }
    const [newest] = await patient.api.consents.history.query()
    expect(newest).toMatchObject({ field: 'C_DB_P', channel: 'paper_import', version: null, receipt: null, language: 'it', paper })
    expect((await patient.api.consents.current.query()).states['C_DB_P']).toEqual({
      since: '2020-02-02T23:00:00.000Z',
      withdrawn: false,
      onPaper: true,
    })
    expect(await patient.api.consents.answered.query()).toBeNull()
    const doctor = await server.staff([{ role: 'CenterAdmin', center: 'D1' }])
    expect(await doctor.api.ecrf.read.query({ code: 'A' })).toMatchObject({ paperConsents: { personal: paper } })
    await server.withdraw(patient, 'v3')
    expect(
      await owner`SELECT at, actor, signed_on, paper_reference, paper_version FROM consent_event WHERE subject = ${patient.fixture.subject} AND channel = 'paper_import'`,
    ).toEqual([{ at: null, actor: 'paper_import', signed_on: null, paper_reference: null, paper_version: null }])
  })

  test('prints one line and the right exit code for wrong options, files and keys', async () => {
    const [secret = '', receipt = ''] = await Promise.all(
      ['secret.key', 'receipt.key'].map((name) => readFile(join(server.deps.env.DATA_DIR, name), 'utf8')),
    )
    const keys = { SECRET_KEY: secret.trim(), RECEIPT_KEY: receipt.trim() }
    const registry = (...args: string[]) => runCommand(server.database.addresses.owner, ['import', ...args], keys)
    const [empty, bad] = await Promise.all([writeDirectory({}), writeDirectory({ 'centres.csv': ['CODE,NAME,AREA', 'X1,Centro,'] })])
    const other = runCommand(server.database.addresses.owner, ['import', bad], { ...keys, SECRET_KEY: 'a'.repeat(64) })
    expect(await registry()).toMatchObject({ status: 2, stderr: expect.stringMatching(/^DIRECTORY: required/) })
    expect(await registry('/no/such/directory')).toMatchObject({ status: 2, stderr: expect.stringMatching(/^DIRECTORY: /) })
    expect(await registry(empty)).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(/^centres\.csv is missing/) })
    expect(await registry(bad)).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^centres\.csv: 0 ok, 1 ko, 0 changes\n {2}row 1, X1, AREA: is required/),
      stderr: expect.stringMatching(/^1 rows were refused/),
    })
    expect(await other).toMatchObject({ status: 2, stderr: expect.stringMatching(/^SECRET_KEY: this database belongs to the key/) })
  })

  test.each([
    ['notes.txt', ['x'], /^notes\.txt: unknown file\. Known are centres\.csv, /],
    [
      'patients.csv',
      ['CENTER_CODE,CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,SHOE_SIZE', 'F1,A,Segreta,Ada,Email,a@example.org,38'],
      /^patients\.csv: unknown column SHOE_SIZE\. Known are CENTER_CODE, /,
    ],
    [
      'patients.csv',
      ['CENTER_CODE,CENTER_ID,SURNAME,NAME,LOGIN_MODE,ASKS_TO_RETURN', 'F1,A,Segreta,Ada,Email,true'],
      /^patients\.csv: unknown column ASKS_TO_RETURN\./,
    ],
    ['patients.csv', ['CENTER_ID,SURNAME,NAME,LOGIN_MODE', 'A,Segreta,Ada,Email'], /^patients\.csv: .*CENTER_CODE/],
    ['patients.csv', ['F1,A,Segreta,Ada,Email'], /^patients\.csv: The column CENTER_CODE is missing/],
    ['medical-data.csv', ['CENTER_CODE,CENTER_ID,HB,SHOES', 'F1,A,9,38'], /^medical-data\.csv: unknown column SHOES\. Known are .* more$/],
  ])('refuses the whole import for %s with %j', async (name, lines, message) => {
    const before = await countRows()
    const error = await importFiles(server, { 'centres.csv': ['CODE,NAME,AREA', 'F1,Centro,ITI4'], [name]: lines }).catch(
      (failure: unknown) => failure,
    )
    expect(error).toMatchObject({ message: expect.stringMatching(message) })
    expect(String(error)).not.toMatch(/segreta/i)
    expect(await countRows()).toEqual(before)
  })

  test('reports every refused row with its reason, and stores the others', async () => {
    const patients = (rows: readonly string[]) => ['CENTER_CODE,CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', ...rows]
    const { text, refused } = await importFiles(server, {
      'centres.csv': [
        'CODE,NAME,AREA',
        'B1,Centro uno,ITI4',
        'B2,Centro due,ITC4',
        'B3,Centro tre,',
        'B4,Centro quattro,IT',
        'b1,Centro,ITI4',
      ],
      'users.csv': [
        'EMAIL,NAME,SURNAME,ROLE,AREA,CENTER_CODE',
        'x@example.org,Ada,Neri,CenterAdmin,,B3',
        'y@example.org,Ada,Neri,Doctor,,B1',
      ],
      'patients.csv': patients([
        'B1,A,Segreta,Ada,Email,one@example.org',
        'B1,A,Segreta,Eva,Email,two@example.org',
        'B1,B,Segreta,Ivo,Email,one@example.org',
        'B1,C,Segreta,Ugo,Email,',
        'B2,A,Segreta,Ada,Email,one@example.org',
        'B3,A,Segreta,Ada,Email,three@example.org',
      ]),
      'medical-data.csv': ['CENTER_CODE,CENTER_ID,HB', 'B1,A,9.1', 'B1,Z,9.1'],
    })
    expect(refused).toBe(11)
    expect(text).not.toMatch(/segreta|one@/i)
    expect(text.split('\n')).toEqual([
      'centres.csv: 2 ok, 3 ko, 2 changes',
      '  row 3, B3, AREA: is required (field_required)',
      '  row 4, B4, AREA: the area has areas below it: write the code of a region (centre_area_not_leaf)',
      expect.stringMatching(/^ {2}row 5, b1, CODE: .* \(import_key_repeated\)$/),
      'users.csv: 0 ok, 2 ko, 0 changes',
      expect.stringMatching(/^ {2}row 1, x@example\.org, CENTER_CODE: .* \(centre_not_found\)$/),
      expect.stringMatching(/^ {2}row 2, y@example\.org, ROLE: has a wrong value \(field_wrong\)$/),
      'patients.csv: 2 ok, 4 ko, 2 changes',
      expect.stringMatching(/^ {2}row 2, B1 A, CENTER_ID: .* \(import_key_repeated\)$/),
      expect.stringMatching(/^ {2}row 3, B1 B, EMAIL: .* \(import_contact_taken\)$/),
      expect.stringMatching(/^ {2}row 4, B1 C, EMAIL: .* \(rule_email_missing\)$/),
      expect.stringMatching(/^ {2}row 6, A, CENTER_CODE: .* \(centre_not_found\)$/),
      expect.stringMatching(/^ {2}warning, row 1, B1 A, EMAIL: .* \(import_contact_elsewhere\)$/),
      expect.stringMatching(/^ {2}warning, row 3, B1 B, EMAIL: .* \(import_contact_elsewhere\)$/),
      expect.stringMatching(/^ {2}warning, row 5, B2 A, EMAIL: .* \(import_contact_elsewhere\)$/),
      'medical-data.csv: 0 ok, 2 ko, 0 changes',
      expect.stringMatching(/^ {2}row 1, B1 A, CENTER_ID: .* \(consent_medical_missing\)$/),
      expect.stringMatching(/^ {2}row 2, B1 Z, CENTER_ID: .* \(import_patient_unknown\)$/),
      'stored: 4 changes',
    ])
  })

  test('REQ-PAT-06: an erased person is refused as in a file of the centre', async () => {
    await makeCentre(server.database.owner, 'E1')
    const erased = await server.patient({ centre: 'E1', centrePatientCode: 'A', email: 'erased@example.org' })
    await server.withdraw(erased, 'v3')
    const { text } = await importFiles(server, {
      'centres.csv': ['CODE,NAME,AREA,CITY', 'E1,Centro E1,ITI4,Roma'],
      'patients.csv': [
        'CENTER_CODE,CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL',
        'E1,A,Segreta,Ada,Email,other@example.org',
        'E1,B,Segreta,Ada,Email,erased@example.org',
      ],
    })
    expect(text).toMatch(/row 1, E1 A, CENTER_ID: .* \(consent_withdrawn\)/)
    expect(text).toMatch(/row 2, E1 B, EMAIL: .* \(import_contact_taken\)/)
    expect(text).toMatch(/^stored: 0 changes$/m)
  })

  test('REQ-OPS-25: --invite writes to the patients and users of one centre, once, and the 90 days of an unanswered registration begin then', async () => {
    const { owner, addresses } = server.database
    await importFiles(server, directory('V'))
    await makeStaff(owner, 'ga.invite@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
    const invite = () => inviteCentre(addresses.owner, server.deps.env, 'V1')
    await owner`DELETE FROM notification`
    const listRecipients = async () =>
      (await owner`SELECT recipient FROM notification ORDER BY recipient`).map(({ recipient }) => recipient)
    await owner`UPDATE patient SET created_at = now() - interval '100 days' WHERE centre_code = 'V1'`
    expect(await invite()).toEqual({ patients: 2, users: 1 })
    expect(await listRecipients()).toEqual(
      ['+393331234567', 'a.V@example.org', 'ca.v@example.org', 'ga.invite@example.org'].map((text) => text.toLowerCase()),
    )
    expect((await invite()).patients).toBe(0)
    expect(await owner`SELECT * FROM end_unanswered_registrations()`).toEqual([])
    await owner`UPDATE account SET invited_at = now() - interval '91 days' WHERE invited_at IS NOT NULL`
    expect(await owner`SELECT centre FROM end_unanswered_registrations()`).toHaveLength(2)
    await expect(inviteCentre(addresses.owner, server.deps.env, 'NONE')).rejects.toThrow(/^NONE: no active centre/)
  })

  test('REQ-OPS-25: a request to answer a new text goes to an imported patient only after the invitation', async () => {
    const { owner, addresses } = server.database
    await importFiles(server, directory('N'))
    await makeStaff(owner, 'ga.request@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
    const texts = JSON.stringify(['it', 'en'].map((language) => ({ language, channel: 'mail', subject: 's', body: 'b' })))
    const request = () =>
      owner.begin(async (sql) => {
        await sql`DELETE FROM notification`
        await sql`DELETE FROM reconsent_request`
        await sql`SELECT set_config('app.actor', 'ga.request@example.org', true)`
        const [{ version } = { version: 0 }] = await sql<{ version: number }[]>`
          INSERT INTO reconsent_request (kind, version, patient_id, fields)
          SELECT 'consents', (SELECT max(version) FROM consent_document WHERE kind = 'consents'), patient_id, '{}'
          FROM patient_identity WHERE email = 'a.n@example.org' RETURNING version`
        await sql`SELECT notify_reconsent_requests('consents', ${version}, ${texts}::text::jsonb, 30)`
        return (await sql`SELECT recipient FROM notification`).map(({ recipient }) => recipient)
      })
    expect(await request()).toEqual([])
    await inviteCentre(addresses.owner, server.deps.env, 'N1')
    expect(await request()).toEqual(['a.n@example.org'])
  })

  test('studies are stored suspended, for a GlobalAdmin to complete, and only if there is one', async () => {
    const { owner } = server.database
    const files: Files = {
      'centres.csv': ['CODE,NAME,AREA', 'S1,Centro uno,ITI4', 'S2,Centro due,ITC4'],
      'studies.csv': ['CODE,TITLE,DESCRIPTION', 'ST-1,Ferro,Uno studio', 'ST-1,Ferro,Uno studio', 'ST-2,,Senza titolo'],
    }
    await makeStaff(owner, 'ga.studies@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
    const { text } = await importFiles(server, files)
    expect(text).toMatch(/^studies\.csv: 1 ok, 2 ko, 1 changes$/m)
    expect(await owner`SELECT status, main_centre, suspended_at IS NOT NULL AS suspended FROM clinical_study WHERE id = 'ST-1'`).toEqual([
      { status: 'EthicsCommitteeWaiting', main_centre: 'S1', suspended: true },
    ])
    expect((await importFiles(server, files)).text).toMatch(/^stored: 0 changes$/m)
    await owner`UPDATE staff_user SET disabled_at = now() WHERE email LIKE 'ga.%'`
    await expect(importFiles(server, files)).rejects.toThrow(/^studies\.csv: a GlobalAdmin completes the studies/)
    await owner`UPDATE staff_user SET disabled_at = NULL WHERE email LIKE 'ga.%'`
  })

  test('values that a centre corrected after the import stay, although the directory is imported again', async () => {
    const files = directory('K')
    await importFiles(server, files)
    await server.database.owner`UPDATE centre SET name = 'Corretto' WHERE code = 'K1'`
    const { text } = await importFiles(server, files)
    expect(text).toMatch(/warning, row 1, K1, NAME: .* \(import_field_unchanged\)/)
    expect(text).toMatch(/^stored: 0 changes$/m)
    expect(await server.database.owner`SELECT name FROM centre WHERE code = 'K1'`).toEqual([{ name: 'Corretto' }])
  })

  test('during a rotation the key that still writes in the database recognises the files', async () => {
    const { deps, database } = server
    const files = directory('R')
    const countFiles = () => database.owner`SELECT FROM import_run WHERE centre_code IN ('R1', 'R2')`.then((rows) => rows.length)
    const secret = (await readFile(join(deps.env.DATA_DIR, 'secret.key'), 'utf8')).trim()
    const env = { ...deps.env, SECRET_KEY: 'ab'.repeat(32), SECRET_KEY_PREVIOUS: [secret] }
    const [fingerprint = ''] = await listFingerprints(createSecretKey(env))
    await database.owner`INSERT INTO key_fingerprint (name, fingerprint, writes_since) VALUES ('SECRET_KEY', ${fingerprint}, NULL)`
    await importFiles({ deps: { ...deps, env }, database }, files)
    await database.owner`DELETE FROM key_fingerprint WHERE fingerprint = ${fingerprint}`
    expect(await countFiles()).toBe(2)
    await importFiles(server, files)
    expect(await countFiles()).toBe(2)
  })
})
