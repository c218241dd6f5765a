import { read } from '@registry/tabular/testing/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { centrePassword, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
  for (const code of ['GOOD', 'FREE-1', 'FREE-2', 'FREE-3', 'FREE-4', 'FREE-5']) await fixture.patient(code)
  await fixture.patient('REFUSES', { consents: { C_DB_P: false, C_DB_M: false } })
  const { id } = await fixture.patient('WITHDRAWN')
  await fixture.server.database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.patient', ${String(id)}, true), set_config('app.actor', 'patient', true)`
    await sql`SELECT withdraw_patient(${id}, 'v1')`
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Cells = Readonly<Record<string, unknown>>
type BadRow = readonly [
  kind: string,
  bad: Cells,
  field: string,
  it: string,
  en: string,
  corrected: Cells,
  shown?: readonly [it: string, en: string],
]

/** The value after an error of the report. The file of rejected rows has it in its row instead. */
const inFile = (value: string | number, it = '', en = ''): readonly [string, string] => [
  ` · nel file: «${value}»${it}`,
  ` · in the file: “${value}”${en}`,
]
const weights = [' · accettati: da 1 a 250 kg', ' · accepted: from 1 to 250 kg'] as const

const nobody = ['Il centro non ha un paziente con questo codice', 'The centre has no patient with this code'] as const
const required = ['Campo obbligatorio', 'Required field'] as const
const notListed = (value: string, it: string, en: string) =>
  [`Voce non presente nell’elenco: «${value}» · accettati: ${it}`, `Not in the list: “${value}” · accepted: ${en}`] as const
const transfusions = [
  'NEVER (Mai trasfuso); PAST (Trasfuso in passato, non ora); OCCASIONAL (Trasfusioni occasionali); REGULAR (Programma trasfusionale regolare); EXCHANGE (Programma regolare di scambio eritrocitario)',
  'NEVER (Never transfused); PAST (Transfused in the past, not now); OCCASIONAL (Occasional transfusions); REGULAR (Regular transfusion programme); EXCHANGE (Regular red cell exchange programme)',
] as const
const repeated = ['Questo codice è già nella riga 1 del file', 'This code is already in row 1 of the file'] as const
const withdrawn = [
  'Il paziente ha ritirato il consenso: nessun dato può essere modificato',
  'The patient withdrew consent: no data can be changed',
] as const

const medical: readonly BadRow[] = [
  ['a code that the centre does not have', { CENTER_ID: 'NOBODY', WEIGHT: 60 }, 'CENTER_ID', ...nobody, { CENTER_ID: 'FREE-1' }],
  ['a code twice', { CENTER_ID: 'GOOD', WEIGHT: 60 }, 'CENTER_ID', ...repeated, { CENTER_ID: 'FREE-2' }],
  ['no code', { CENTER_ID: '', WEIGHT: 60 }, 'CENTER_ID', ...required, { CENTER_ID: 'FREE-3' }],
  [
    'no consent',
    { CENTER_ID: 'REFUSES', WEIGHT: 60 },
    'CENTER_ID',
    'Manca il consenso ai dati clinici',
    'Consent to clinical data is missing',
    { CENTER_ID: 'FREE-4' },
  ],
  ['a withdrawal', { CENTER_ID: 'WITHDRAWN', WEIGHT: 60 }, 'CENTER_ID', ...withdrawn, { CENTER_ID: 'FREE-5' }],
  [
    'a text for a number',
    { WEIGHT: 'sixty' },
    'WEIGHT',
    'Numero non valido: «sixty». Scrivi solo cifre, il segno e un separatore dei decimali',
    'Invalid number: “sixty”. Write digits, a sign and one decimal separator only',
    { WEIGHT: 60 },
  ],
  [
    'a part of a whole number',
    { HOSPEDALIZATIONS: 1.5 },
    'HOSPEDALIZATIONS',
    'Non è un numero intero: «1.5»',
    'Not a whole number: “1.5”',
    { HOSPEDALIZATIONS: 0 },
  ],
  [
    'a value below its limit',
    { WEIGHT: -1 },
    'WEIGHT',
    'Valore troppo basso: il minimo è 1',
    'Value too low: the minimum is 1',
    { WEIGHT: 60 },
    inFile(-1, ...weights),
  ],
  [
    'a value above its limit',
    { WEIGHT: 900 },
    'WEIGHT',
    'Valore troppo alto: il massimo è 250',
    'Value too high: the maximum is 250',
    { WEIGHT: 60 },
    inFile(900, ...weights),
  ],
  [
    'a day that does not exist',
    { DOD: '31/02/2020' },
    'DOD',
    'Data non valida: «31/02/2020». Scrivi 2001-02-03 oppure, giorno per primo, 03/02/2001, 3/2/2001, 03-02-2001, 03.02.2001, 03022001; l’anno ha quattro cifre',
    'Invalid date: “31/02/2020”. Write 2001-02-03 or, with the day first, 03/02/2001, 3/2/2001, 03-02-2001, 03.02.2001, 03022001; the year has four digits',
    { DOD: '2001-02-28' },
  ],
  [
    'a future day',
    { DOD: '2999-01-01' },
    'DOD',
    'La data non può essere futura',
    'The date cannot be in the future',
    { DOD: '2001-02-28' },
    inFile('2999-01-01'),
  ],
  [
    'a day before its limit',
    { DOD: '1899-12-31' },
    'DOD',
    'La data non può precedere il 01/01/1900',
    'The date cannot be before 01/01/1900',
    { DOD: '2001-02-28' },
    inFile('1899-12-31'),
  ],
  [
    'neither yes nor no',
    { STROKE: 'maybe' },
    'STROKE',
    'Né sì né no: «maybe». Scrivi sì, true, vero, yes o 1, oppure no, false, falso o 0',
    'Neither yes nor no: “maybe”. Write yes, true, sì, vero or 1, or no, false, falso or 0',
    { STROKE: 'no' },
  ],
  ['an id of no table', { TT: 'NOWHERE' }, 'TT', ...notListed('NOWHERE', ...transfusions), { TT: 'NEVER' }],
  [
    'a text for a list',
    { HOSPEDAL_CAUSES: 'fever' },
    'HOSPEDAL_CAUSES',
    'Non è un elenco JSON di codici: «fever». Scrivi per esempio ["282.4","285.9"]',
    'Not a JSON list of codes: “fever”. Write for example ["282.4","285.9"]',
    { HOSPEDALIZATIONS: 1, HOSPEDAL_CAUSES: ['486'] },
  ],
  [
    'a control character',
    { OTHER_THERAPIES: 'a\u0007' },
    'OTHER_THERAPIES',
    'Il testo contiene caratteri non ammessi',
    'The text contains characters that are not allowed',
    { OTHER_THERAPIES: 'a' },
  ],
  [
    'a text over its length',
    { OTHER_THERAPIES: 'x'.repeat(20_000) },
    'OTHER_THERAPIES',
    'Al massimo 1000 caratteri',
    'At most 1,000 characters',
    { OTHER_THERAPIES: 'x' },
    inFile('x'.repeat(80)),
  ],
  [
    'an unknown reason of a missing value',
    { HB: String.raw`\N:because` },
    'HB',
    'Motivo sconosciuto: dopo \\N: scrivi not_done, unknown, not_applicable oppure refused',
    'Unknown reason: after \\N: write not_done, unknown, not_applicable or refused',
    { HB: String.raw`\N:unknown` },
    inFile(String.raw`\N:because`),
  ],
  [
    'a broken rule between fields',
    { SPLENECTOMY_DATE: '2001-01-01' },
    'SPLENECTOMY_DATE',
    'Il campo si compila solo se la voce da cui dipende è «Sì»',
    'This field requires “Yes” in the field it depends on',
    { SPLENECTOMY: true, SPLENECTOMY_DATE: '2001-01-01' },
    inFile('2001-01-01'),
  ],
]
const personal: readonly BadRow[] = [
  ['a required value cleared', { DOB: String.raw`\N` }, 'DOB', ...required, { DOB: '1980-01-01' }],
  [
    'another person’s name',
    { SURNAME: 'VERDI' },
    'SURNAME',
    'Il valore è diverso da quello registrato: controlla che la riga riguardi questo paziente. Un nome si corregge nella sua cartella, con «Correggi la registrazione»',
    'The value differs from the registered one: check that the row concerns this patient. A name is corrected in the patient’s record, with “Correct the registration”',
    { SURNAME: 'BIANCHI' },
    inFile('VERDI'),
  ],
  [
    'a wrong tax code',
    { legal_id: 'RSSMRA80A01H501X' },
    'legal_id',
    'Codice fiscale non corretto',
    'Wrong tax code',
    { legal_id: '' },
    inFile('RSSMRA80A01H501X'),
  ],
  [
    'a short postal code',
    { address_nation: 'IT', address_zip: '123' },
    'address_zip',
    'Il CAP italiano ha cinque cifre',
    'An Italian postal code has five digits',
    { address_nation: 'IT', address_zip: '00184' },
    inFile('123'),
  ],
  [
    'a region of another nation',
    { lob_nation: 'FR', lob_region: 'R12' },
    'lob_region',
    'La regione si indica solo se la nazione è l’Italia',
    'The region is given only when the country is Italy',
    { lob_nation: 'IT', lob_region: 'R12' },
    inFile('R12'),
  ],
]
const registration: readonly BadRow[] = [
  ['no name', { NAME: '' }, 'NAME', ...required, { NAME: 'ADA' }],
  ['no e-mail', { EMAIL: '' }, 'EMAIL', 'Campo email obbligatorio', 'E-mail required', { EMAIL: 'one@example.org' }],
  [
    'no e-mail address',
    { EMAIL: 'ada' },
    'EMAIL',
    'Indirizzo e-mail non corretto',
    'Wrong e-mail address',
    { EMAIL: 'two@example.org' },
    inFile('ada'),
  ],
  [
    'an e-mail address in use',
    { EMAIL: 'taken@example.org' },
    'EMAIL',
    'Un altro paziente del centro entra già con questo recapito: controlla la riga',
    'Another patient of the centre already signs in with this contact: check the row',
    { EMAIL: 'three@example.org' },
    inFile('taken@example.org'),
  ],
  [
    'no mobile number',
    { LOGIN_MODE: 'Mobile' },
    'MOBILE',
    'Campo cellulare obbligatorio',
    'Mobile number required',
    { LOGIN_MODE: 'Email' },
  ],
  [
    'a wrong mobile number',
    { LOGIN_MODE: 'Mobile', MOBILE_PREFIX: '+39', MOBILE: '12' },
    'MOBILE',
    'Numero di cellulare non corretto',
    'Wrong mobile number',
    { LOGIN_MODE: 'Mobile', MOBILE_PREFIX: '+39', MOBILE: '3331234567' },
    inFile('12'),
  ],
  [
    'another prefix',
    { LOGIN_MODE: 'Mobile', MOBILE_PREFIX: '+1', MOBILE: '3331234568' },
    'MOBILE',
    'Il registro manda SMS solo ai numeri con questi prefissi: +39. Usa l’accesso per e-mail',
    'The registry sends SMS only to numbers with these prefixes: +39. Use sign-in by e-mail',
    { LOGIN_MODE: 'Email' },
    inFile('3331234568'),
  ],
  [
    'an unknown mode',
    { LOGIN_MODE: 'Fax' },
    'LOGIN_MODE',
    ...notListed('Fax', 'Email (Posta elettronica); Mobile (Cellulare)', 'Email (E-mail); Mobile (Mobile phone)'),
    { LOGIN_MODE: 'Email' },
  ],
]

const files = [
  { path: '/putMedicalData', rows: medical, first: { CENTER_ID: 'GOOD', WEIGHT: 61 }, base: {} },
  { path: '/putPersonalData', rows: personal, first: { CENTER_ID: 'GOOD', address_town: 'Roma' }, base: {} },
  {
    path: '/createPatients',
    rows: registration,
    first: { CENTER_ID: 'FIRST', SURNAME: 'ROSSI', NAME: 'ADA', LOGIN_MODE: 'Email', EMAIL: 'taken@example.org' },
    base: { SURNAME: 'ROSSI', NAME: 'ADA', LOGIN_MODE: 'Email' },
  },
] as const

test.each(files)(
  'REQ-IMP-05, REQ-IMP-13: a file for $path with each kind of bad row: report in both languages, and the corrected file goes in',
  async ({ path, rows, first, base }) => {
    const isNew = path === '/createPatients'
    const name = path.slice(1)
    const buildRow = (cells: Cells, index: number): Cells => ({
      CENTER_ID: `${name}-${index}`,
      ...(isNew && { ...base, EMAIL: `new-${index}@example.org` }),
      ...cells,
    })
    if (!isNew) for (const index of rows.keys()) await fixture.patient(`${name}-${index}`)
    const file = JSON.stringify([first, ...rows.map(([, bad], index) => buildRow(bad, index))])
    const expected = (language: 'it' | 'en') =>
      rows.map(([kind, bad, field, it, en, , shown = ['', '']], index) => [
        kind,
        index + 2,
        buildRow(bad, index)['CENTER_ID'],
        field,
        language === 'it' ? it + shown[0] : en + shown[1],
      ])
    for (const lang of ['it', 'en'] as const) {
      const answer = await fixture.send(path, file, { format: 'json', more: { lang, dry_run: 'true' } })
      const found = answer.detail?.map(({ row, key, field, message }) => [rows[row - 2]?.[0], row, key, field, message])
      expect(found).toEqual(expected(lang))
      expect(answer).toMatchObject({ success: true, ok: 1, ko: rows.length })
    }
    expect(await fixture.send(path, file, { format: 'json' })).toMatchObject({ success: true, ok: 1, ko: rows.length })

    const response = await fixture.server.visitor('staff').post(path, {
      multipart: { format: 'json', lang: 'it', refused_rows: 'true', centerCode: 'RM01', centerPwd: centrePassword('RM01') },
      file: { name: 'file.json', content: file },
    })
    const rejected = await read(Buffer.from(await response.arrayBuffer()), { format: 'json' })
    const reasons = rejected.rows.map(({ cells }) => cells['REFUSAL_REASON'])
    expect(reasons).toEqual(rows.map(([, , field, it]) => `${field}: ${it}`))
    const corrected = rows.map(([, , , , , cells], index) => ({ ...buildRow(cells, index), REFUSAL_REASON: reasons[index] }))
    expect(await fixture.send(path, JSON.stringify(corrected), { format: 'json' })).toMatchObject({
      success: true,
      ok: rows.length,
      ko: 0,
      detail: [],
    })
  },
)
