import { expect } from '@playwright/test'
import { readFile, writeFile } from 'node:fs/promises'
import { buildFormattedToTheEnd, buildWithHiddenSheet, buildWorkbook, percentStyles } from '@registry/tabular/testing/office-files'
import { findViolations } from './src/axe.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { test } from './src/test.ts'

test('REQ-IMP-17: a centre undoes a file of new patients on a phone, and sends it again', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example', ...phone })
  const send = async (): Promise<void> => {
    await page.goto('/pazienti-dati?parte=pazienti')
    await page.getByRole('radio', { name: 'CSV' }).check()
    const content = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL\r\nRM01-UNDO,Rossi,Ada,Email,undo@example.org\r\n'
    await page.locator('input[type=file]').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.getByRole('button', { name: 'Carica', exact: true }).click()
    await expect(page.getByText('1 riga registrata, 0 righe rifiutate')).toBeVisible()
    await page.goto('/pazienti-dati?parte=storia')
  }
  await send()
  const button = page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Annulla il file/ })
  await button.click()
  const question = page.getByRole('alertdialog', { name: 'Annulla questo caricamento' })
  await expect(question).toContainText('Si cancella il paziente registrato da questo file.')
  expect(await findViolations(page, 'light')).toEqual([])
  await question.getByRole('button', { name: 'Cancella i pazienti registrati' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('annullato il')
  await expect(button).toHaveCount(0)
  await page.goto('/ecrf')
  await page.getByRole('textbox', { name: 'Cerca un paziente' }).fill('RM01-UNDO')
  await expect(page.getByText('Nessun paziente trovato')).toBeVisible()
  await send()
  await expect(button).toBeVisible()
  await expect(button, 'the actions of a row stay in view on a phone').toBeInViewport()
})

test('REQ-IMP-05: a file that changes on disk after the choice is asked for again, and the same name is read anew', async ({
  visit,
}, testInfo) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  await page.goto('/pazienti-dati?parte=clinici')
  const path = testInfo.outputPath('clinici.csv')
  await writeFile(path, 'CENTER_ID,HB\r\nNOBODY,9.4\r\n')
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByRole('radio', { name: 'CSV' })).toBeChecked()
  await writeFile(path, 'CENTER_ID,HB\r\nNOBODY,9.4\r\nNOBODY-2,9.4\r\n')
  await page.getByRole('button', { name: 'Prova senza salvare' }).click()
  await expect(page.getByText('Il file è cambiato dopo la scelta: sceglilo di nuovo')).toBeVisible()
  await expect(page.getByText('Non riusciamo a collegarci al registro')).toHaveCount(0)
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('button', { name: 'Prova senza salvare' }).click()
  await expect(page.getByText(/2 righe rifiutate/).first()).toBeVisible()
})

const rejectedNames = { it: 'Scarica le righe rifiutate', en: 'Download the rejected rows' } as const

for (const language of languages) {
  test(`REQ-IMP-13, REQ-IMP-15, REQ-IMP-17: a centre corrects the rejected rows of a file, finds both files in the list, and undoes one (${language})`, async ({
    visit,
  }) => {
    const text = (italian: string): string => translate(italian, language)
    const code = language === 'it' ? 'RM01-00037' : 'RM01-00038'
    const page = await visit('staff', { account: 'ca.rm01@demo.example', language, ...(language === 'it' && phone) })
    await page.goto('/pazienti-dati?parte=clinici')
    const send = async (name: string, content: string | Buffer): Promise<void> => {
      await page.getByRole('radio', { name: 'CSV' }).check()
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    }
    await send('wrong.csv', `CENTER_ID,WIEGHT\r\n${code},60\r\n`)
    await page.getByRole('button', { name: text('Carica'), exact: true }).click()
    await expect(page.getByRole('main')).toContainText('WIEGHT')

    const bad = [`${code},900,`, `${code},60,31/02/2020`, 'NOBODY,60,', `${code},sixty,`]
    await send('bad.csv', ['CENTER_ID,WEIGHT,DOD', ...bad, ''].join('\r\n'))
    await page.getByRole('button', { name: text('Prova senza salvare') }).click()
    await expect(page.getByText(text('Controllo terminato, nulla è stato registrato'))).toBeVisible()
    await expect(page.getByRole('cell', { name: 'NOBODY' })).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: rejectedNames[language] }).click()
    const saved = await readFile(await (await saving).path(), 'utf8')
    const lines = saved.split(/\r?\n/).filter((line) => line !== '')
    expect(lines).toHaveLength(1 + bad.length)
    expect(lines[0]).toContain('REFUSAL_REASON')

    // The first row is corrected, with its reason still next to it; the others are omitted.
    await send('corrected.csv', `${lines[0]}\r\n${(lines[1] ?? '').replace('900', '61')}\r\n`)
    await page.getByRole('button', { name: text('Carica'), exact: true }).click()
    await expect(page.getByText(text('Caricamento terminato'))).toBeVisible()
    await expect(page.getByRole('button', { name: rejectedNames[language] })).toHaveCount(0)

    await page.getByRole('tab', { name: text('Storia dei caricamenti') }).click()
    const newest = page.getByRole('row').nth(1)
    await expect(newest).toContainText('ca.rm01@demo.example')
    await newest.getByRole('button').first().click()
    // The corrected weight can be unusual for one of the two patients.
    await expect(page.getByText(text('Nessuna segnalazione.')).or(page.getByRole('group', { name: text('Segnalazioni') }))).toBeVisible()
    expect(await findViolations(page, 'light')).toEqual([])

    const undo = newest.getByRole('button', { name: language === 'it' ? /^Annulla il file/ : /^Undo the file/ })
    await undo.click()
    const dialog = page.getByRole('dialog', { name: text('Annulla questo caricamento') })
    await dialog.getByRole('textbox', { name: text('Motivo') }).fill('2025')
    expect(await findViolations(page, 'light')).toEqual([])
    await dialog.getByRole('button', { name: text('Ripristina i valori di prima') }).click()
    await expect(newest).toContainText(language === 'it' ? 'annullato il' : 'undone on')
    await expect(undo).toHaveCount(0)
  })
}

const patient = 'RM01-00039'
const sheet = (...rows: Parameters<typeof buildWorkbook>[0]): Buffer => buildWorkbook(rows)
const formula = { xml: '<c t="str"><f>CONCATENATE("P",1)</f></c>' }
const good = '1 riga valida, 0 righe rifiutate'
const bad = '0 righe valide, 1 riga rifiutata'

type FileCase = readonly [name: string, format: 'CSV' | 'XLSX', content: string | Buffer, ...texts: string[]]

/** Files as people and Excel make them, with the expected message of the page. */
const files: readonly FileCase[] = [
  [
    'a point before three digits',
    'CSV',
    `CENTER_ID;FERRITIN;FERRITIN_MAX\r\n${patient};1.200;2.350,5\r\n`,
    bad,
    '1.200',
    '1200 oppure 1,2',
  ],
  ['invisible characters', 'CSV', `\u00A0CENTER_ID\u00A0;GENOTYPE;HB\r\n${patient}\u200B;B0_B0\u00A0;\u00A09,4\r\n`, good],
  ['a code in other letters', 'CSV', `CENTER_ID,HB\r\n${patient.toLowerCase()},9.6\r\n`, bad, patient],
  ['labels for codes', 'CSV', `CENTER_ID;GENOTYPE;BLOOD_GROUP;TT_ONGOING\r\n${patient};β⁰/β⁰;A Rh positivo;Si\r\n`, good],
  ['codes in other letters', 'CSV', `CENTER_ID;GENOTYPE;BLOOD_GROUP\r\n${patient};b0_b0;a_pos\r\n`, good],
  ['an unknown word for yes', 'CSV', `CENTER_ID;TT_ONGOING\r\n${patient};X\r\n`, bad, 'X'],
  ...['03/02/01', '02/25/2001', '29/02/2001', '03/02/0021'].map((day): FileCase => [
    `the date ${day}`,
    'CSV',
    `CENTER_ID;DOD\r\n${patient};${day}\r\n`,
    bad,
    day,
    'giorno per primo, 03/02/2001',
  ]),
  ...['3/2/2025', '25.02.2025', '03-02-2025', '2025-02-03T00:00:00', '03/02/2025 00:00', '03022025'].map((day): FileCase => [
    `the date ${day}`,
    'CSV',
    `CENTER_ID;DOD\r\n${patient};${day}\r\n`,
    good,
  ]),
  ['a line sep=;', 'CSV', `sep=;\r\nCENTER_ID;HB\r\n${patient};9,4\r\n`, good],
  ['tabs', 'CSV', `CENTER_ID\tHB\r\n${patient}\t9,4\r\n`, 'Le colonne sono separate da tabulazioni: usa la virgola o il punto e virgola'],
  ['an unknown column', 'CSV', `CENTER_ID,HB,EYE_COLOUR\r\n${patient},9.4,blue\r\n`, good, 'EYE_COLOUR', 'La colonna è sconosciuta'],
  ['a formula without a result', 'XLSX', sheet(['CENTER_ID', 'HB'], [formula, 9.4]), bad, 'A2', 'apri e salva in Excel'],
  ['an error cell', 'XLSX', sheet(['CENTER_ID', 'HB'], [patient, { xml: '<c t="e"><v>#N/A</v></c>' }]), bad, 'B2', '#N/A'],
  [
    'rows with a style only',
    'XLSX',
    buildFormattedToTheEnd(
      [
        ['CENTER_ID', 'HB'],
        [patient, 9.4],
      ],
      100_000,
    ),
    good,
  ],
  ['a blank row above', 'XLSX', sheet([], ['CENTER_ID', 'HB'], [patient, 9.4]), good],
  [
    'a hidden first sheet',
    'XLSX',
    buildWithHiddenSheet([
      ['CENTER_ID', 'HB'],
      [patient, 9.4],
    ]),
    good,
  ],
  ['a remark at the right', 'XLSX', sheet(['CENTER_ID', 'HB'], [patient, 9.4, null, null, 'da ricontrollare']), bad, 'E2'],
  [
    'a title above',
    'XLSX',
    sheet(['Dati del centro RM01 - marzo 2026'], [], ['CENTER_ID', 'HB'], [patient, 9.4]),
    '«Dati del centro RM01 - marzo 2026»',
  ],
  ['a code of 18 digits as a number', 'XLSX', sheet(['CENTER_ID', 'HB'], [1.23456789012346e17, 9.4]), bad, 'scrivilo come testo'],
  [
    'a percentage',
    'XLSX',
    buildWorkbook(
      [
        ['CENTER_ID', 'WEIGHT'],
        [patient, { xml: '<c s="1"><v>0.8</v></c>' }],
      ],
      { styles: percentStyles },
    ),
    bad,
    '80%',
  ],
]

test('REQ-IMP-02, REQ-IMP-05: files as people and Excel make them get the right result on the page', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  for (const [name, format, content, ...texts] of files) {
    await page.goto('/pazienti-dati?parte=clinici')
    await page.getByRole('radio', { name: format }).check()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: `file.${format.toLowerCase()}`, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
    await page.getByRole('button', { name: 'Prova senza salvare' }).click()
    for (const text of texts) await expect(page.getByRole('main'), name).toContainText(text)
  }
})

test('REQ-IMP-02: names in another spelling of apostrophe and accent are the same names', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  const send = async (...rows: readonly string[]): Promise<void> => {
    await page.goto('/pazienti-dati?parte=pazienti')
    const content = ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', ...rows, ''].join('\r\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.getByRole('button', { name: 'Carica', exact: true }).click()
  }
  const [first, second] = ['RM01-N1,{},Email,n1@demo.example', 'RM01-N4,{},Email,n4@demo.example']
  await send(first.replace('{}', "D'ANGELO,NICOLÒ"), second.replace('{}', 'DE’ ROSSI,ZOË'))
  await expect(page.getByText('2 righe registrate, 0 righe rifiutate')).toBeVisible()
  await send(first.replace('{}', 'D’Angelo,Nicolò'.normalize('NFD')), second.replace('{}', "De' Rossi,Zoë"))
  await expect(page.getByText('2 righe registrate, 0 righe rifiutate')).toBeVisible()
})
