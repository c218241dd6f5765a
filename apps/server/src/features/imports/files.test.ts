import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableFormats } from '@registry/tabular/format'
import type { Client } from '../../testing/client.ts'
import {
  csv,
  imported,
  writeFileAs,
  createImportFixture,
  centrePassword,
  type Answer,
  type ImportFixture,
} from './testing/import-fixture.ts'

let fixture: ImportFixture
let admin: Client
beforeAll(async () => {
  fixture = await createImportFixture()
  admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const callers = ['the centre’s password', 'a CenterAdmin’s session'] as const
const sendAs = (caller: (typeof callers)[number], path: string, content: Buffer, format: string): Promise<Answer> =>
  caller === 'a CenterAdmin’s session' ? fixture.sendBy(admin, path, content, { format }) : fixture.send(path, content, { format })
const sourceByCaller = { 'the centre’s password': 'service', 'a CenterAdmin’s session': 'file' } as const

describe.each(callers)('a file with %s', (caller) => {
  test.each(tableFormats)('imports medical data as %s', async (format) => {
    const code = `MED-${caller.length}-${format}`
    const { id } = await fixture.patient(code, { medical: { hb: 8, alt: 30 } })
    const file = await writeFileAs(
      format,
      ['center_id', 'hb', 'DOD', 'HOSPEDALIZATIONS', 'HOSPEDAL_CAUSES', 'OTHER_THERAPIES'],
      [[code, 9.5, '1990-02-03', '2', '["038.2","008.8"]', '=1+1, "a"; b\\N è']],
    )
    expect(await sendAs(caller, '/putMedicalData', file, format)).toEqual(imported(1))
    expect(await fixture.stored('patient_medical', code)).toMatchObject({
      hb: 9.5,
      alt: 30,
      dod: '1990-02-03',
      hospedal_causes: ['038.2', '008.8'],
      other_therapies: '=1+1, "a"; b\\N è',
    })
    const history = await fixture.server.database.owner`
      SELECT f.old, f.new, f.source, l.command FROM field_history f JOIN import_run l ON l.id = f.import_id WHERE patient_id = ${id} AND field = 'HB'`
    expect(history).toEqual([{ old: '8', new: '9.5', source: sourceByCaller[caller], command: 'putMedicalData' }])
  })

  test.each(tableFormats)('imports personal data as %s', async (format) => {
    const code = `PER-${caller.length}-${format}`
    await fixture.patient(code)
    const file = await writeFileAs(
      format,
      ['CENTER_ID', 'SURNAME', 'DOB', 'address_town', 'ADDRESS_NATION'],
      [[code, 'Bianchi', '1981-02-03', 'Cagliari', 'IT']],
    )
    expect(await sendAs(caller, '/putPersonalData', file, format)).toEqual(imported(1))
    expect(await fixture.stored('patient_personal', code)).toMatchObject({
      dob: '1981-02-03',
      address_town: 'Cagliari',
      address_nation: 'IT',
      sex: 'F',
    })
  })

  test.each(tableFormats)('registers and invites patients as %s', async (format) => {
    const [one, two] = [`NEW-${caller.length}-${format}`, `NEW2-${caller.length}-${format}`]
    const email = `${one}@Example.org`
    const number = `333${String(1_000_000 + caller.length * 1000 + format.length * 100 + format.charCodeAt(0))}`
    const file = await writeFileAs(
      format,
      ['CENTER_ID', 'SURNAME', 'NAME', 'LOGIN_MODE', 'EMAIL', 'MOBILE_PREFIX', 'MOBILE', 'C_DB', 'LANG'],
      [
        [one, 'de  luca', ' josé', 'Email', email, null, null, 'true', 'en'],
        [two, 'Verdi', 'Ugo', 'mobile', null, '+39', number, null, null],
      ],
    )
    expect(await sendAs(caller, '/createPatients', file, format)).toEqual(imported(2))
    const made = await fixture.server.database.owner`
      SELECT i.centre_patient_code, i.surname, i.name, i.email, i.mobile_prefix, i.mobile, p.login_mode, p.lang, p.c_db, p.c_db_m, e.channel, e.actor, m.channel AS notified
      FROM patient p JOIN patient_identity i ON i.patient_id = p.id JOIN account a ON a.patient_id = p.id JOIN notification m ON m.patient_id = p.id
      LEFT JOIN consent_event e ON e.subject = p.consent_subject WHERE i.centre_patient_code IN (${one}, ${two}) ORDER BY i.centre_patient_code DESC`
    const [channel, actor] = sourceByCaller[caller] === 'file' ? ['centre', 'ca@example.org'] : ['service', 'center RM01']
    expect(made).toEqual(
      [
        {
          centre_patient_code: two,
          surname: 'VERDI',
          name: 'UGO',
          email: null,
          mobile_prefix: '+39',
          mobile: number,
          login_mode: 'Mobile',
          lang: 'it',
          c_db: null,
          c_db_m: null,
          channel: null,
          actor: null,
          notified: 'sms',
        },
        {
          centre_patient_code: one,
          surname: 'DE LUCA',
          name: 'JOSÉ',
          email: email.toLowerCase(),
          mobile_prefix: null,
          mobile: null,
          login_mode: 'Email',
          lang: 'en',
          c_db: true,
          c_db_m: null,
          channel,
          actor,
          notified: 'mail',
        },
      ].toSorted((a, b) => (a.centre_patient_code < b.centre_patient_code ? 1 : -1)),
    )
  })
})

describe('an import request', () => {
  const content = csv('CENTER_ID,HB', 'X,9')
  const fields = { centerCode: 'RM01', centerPwd: centrePassword('RM01'), format: 'csv', lang: 'it' }
  const ask = (multipart: Record<string, string>, file?: { name: string; content: string }) =>
    fixture.server.visitor('staff').call('/putMedicalData', { multipart, ...(file && { file }) })

  test.each([
    [{ ...fields, format: '' }, { format: 'Formato, campo obbligatorio' }],
    [{ ...fields, format: 'pdf' }, { format: 'Formato sconosciuto: usa CSV, JSON, XLSX o XML' }],
    [{ ...fields, format: 'video' }, { format: 'Formato sconosciuto: usa CSV, JSON, XLSX o XML' }],
    [{ ...fields, dry_run: 'maybe' }, { dry_run: 'Valore non valido' }],
  ])('names the error of %j', async (multipart, wrong) => {
    expect(await ask(multipart, { name: 'f', content })).toMatchObject({
      success: false,
      code: 'validation_failed',
      fields: wrong,
      error: Object.values(wrong)[0],
    })
  })

  test('needs a file', async () => {
    const missing = { success: false, code: 'file_required', error: 'Manca il file', fields: { MedicalDataFile: 'Manca il file' } }
    expect(await ask(fields)).toEqual(missing)
    for (const body of [{ json: { ...fields, content } }, { form: { ...fields, content } }]) {
      const response = await fixture.server.visitor('staff').post('/putMedicalData', body)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual(missing)
    }
    const rejected = await fixture.server.visitor('staff').call('/putMedicalData', { json: { ...fields, centerPwd: 'wrong' } })
    expect(rejected).toMatchObject({ code: 'centre_refused' })
  })

  test('accepts the file under any field name and the format in any letter case', async () => {
    expect(await ask({ ...fields, format: ' CSV ' }, { name: 'MedicalDataFile', content })).toMatchObject({ success: true, ok: 0, ko: 1 })
  })

  test('gets an answer in the caller’s language', async () => {
    const answer = await fixture.send('/putMedicalData', content, { more: { lang: 'en' } })
    expect(answer.detail).toEqual([
      { row: 1, key: 'X', field: 'CENTER_ID', code: 'import_patient_unknown', message: 'The centre has no patient with this code' },
    ])
    expect(await fixture.send('/putMedicalData', csv('HB', '9'), { more: { lang: 'en' } })).toMatchObject({
      code: 'file_column_missing',
      error: expect.stringContaining('CENTER_ID'),
    })
  })

  test('of a CenterAdmin of two centres names the centre', async () => {
    const both = await fixture.server.staff([
      { role: 'CenterAdmin', center: 'RM01' },
      { role: 'CenterAdmin', center: 'MI01' },
    ])
    expect(await fixture.sendBy(both, '/putMedicalData', content)).toMatchObject({
      code: 'validation_failed',
      fields: { centerCode: 'Amministri più centri: scegli in alto quello per cui lavori, oppure indicalo in centerCode' },
    })
    await fixture.patient('OF-MILAN', { centre: 'MI01' })
    const milan = csv('CENTER_ID,HB', 'OF-MILAN,9')
    expect(await fixture.sendBy(both, '/putMedicalData', milan, { more: { centerCode: 'MI01' } })).toMatchObject({ ok: 1, ko: 0 })
    expect(await fixture.sendBy(both, '/putMedicalData', milan, { more: { centerCode: 'RM01' } })).toMatchObject({ ok: 0, ko: 1 })
  })

  test('THREAT-22 THREAT-04: a wrong password, another centre’s password, another role or no caller imports nothing, and no answer contains the password', async () => {
    const before = await fixture.hashTables()
    const file = { name: 'f.csv', content: csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', 'CANARY,A,B,Email,canary@example.org') }
    const attempt = (client: Client, multipart: Record<string, string>) =>
      client.call('/createPatients', { multipart: { format: 'csv', lang: 'it', ...multipart }, file })
    const wrong = await attempt(fixture.server.visitor('staff'), { centerCode: 'MI01', centerPwd: centrePassword('RM01') })
    const unknown = await attempt(fixture.server.visitor('staff'), { centerCode: 'XX01', centerPwd: centrePassword('RM01') })
    expect(wrong).toEqual({ success: false, code: 'centre_refused', error: 'Codice del centro o password non corretti' })
    expect(unknown).toEqual(wrong)
    expect(await attempt(admin, { centerCode: 'MI01' })).toMatchObject({ code: 'permission_denied' })
    expect(await attempt(admin, { centerCode: 'MI01', centerPwd: centrePassword('MI01') })).toMatchObject({ code: 'centre_ambiguous' })
    expect(await attempt(fixture.server.visitor('staff'), { centerCode: 'RM01' })).toMatchObject({ code: 'APIsession_required' })
    const manager = await fixture.server.staff([{ role: 'DataManager', areaid: 'W' }])
    expect(await attempt(manager, {})).toMatchObject({ code: 'permission_denied' })
    const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'PATIENT-CALLER' })
    const afterMaking = await fixture.hashTables()
    expect(await attempt(patient, { centerCode: 'RM01' })).toMatchObject({ code: 'permission_denied' })
    expect(await fixture.hashTables()).toBe(afterMaking)
    expect(before).not.toBe(afterMaking)
    const [canary] = await fixture.server.database.owner`SELECT FROM patient_identity WHERE centre_patient_code = 'CANARY'`
    expect(canary).toBeUndefined()
    expect(fixture.server.log() + JSON.stringify(await fixture.server.readAuditLog())).not.toContain('the password of')
  })
})
