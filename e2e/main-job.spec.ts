import { expect } from '@playwright/test'
import { phone } from './src/browsing.ts'
import { giveConsents } from './src/consents.ts'
import { exportFile, makeFilter } from './src/filters.ts'
import { linkIn } from './src/letters.ts'
import { choosePassword, signInPatient, signInStaff } from './src/people.ts'
import { test } from './src/test.ts'

// The second test starts with the patient of the first one, and exports their data.
test.describe.configure({ mode: 'serial' })

const ada = {
  centreId: 'VIAGGIO-1',
  surname: 'ROSSINI',
  name: 'ADALGISA',
  email: 'adalgisa.rossini@demo.example',
  password: 'tre limoni sul balcone',
}
const identity = new RegExp([ada.centreId, ada.surname, ada.name, ada.email].join('|'), 'i')
const medical = ['CENTER_ID,GENOTYPE,HB,FERRITIN', `${ada.centreId},B0_B0,9.37,1717`]
const filter = {
  name: 'Viaggio: ferritina 1717',
  description: 'La paziente del viaggio, e nessun altro.',
  fields: ['Genotipo', 'Emoglobina', 'Ferritina'],
  conditions: [
    { field: 'Ferritina', operator: 'è uguale a (=)', value: '1717' },
    { field: 'Emoglobina', operator: 'è minore di (<)', value: '9,4' },
  ],
}
const formats = ['csv', 'xlsx', 'json', 'xml'] as const

test('a centre loads a patient, who consents; the centre loads medical data; a data manager exports them without identity', async ({
  visit,
  letters,
  centre,
}) => {
  const invitation = await test.step('the centre’s program registers a patient', () =>
    letters.after(ada.email, async () => {
      const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG'
      const row = [ada.centreId, ada.surname, ada.name, 'Email', ada.email, 'it'].join(',')
      expect(await centre.send('createPatients', [header, row])).toMatchObject({ success: true, ok: 1, ko: 0, detail: [] })
      expect(await centre.send('createPatients', [header, row]), 'the same file again changes nothing').toMatchObject({ success: true })
    }))

  await test.step('before the consent her medical data are refused', async () => {
    const report = await centre.send('putMedicalData', medical)
    expect(report).toMatchObject({ success: true, ok: 0, ko: 1, detail: [{ row: 1, key: ada.centreId }] })
  })

  const page = await visit('myconsent', phone)
  await test.step('she opens the link on her phone, which leaves no trace in the address, and chooses a password', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await choosePassword(page, invitation, ada.password)
    const link = linkIn(invitation)
    expect(
      asked.filter((address) => address.includes('p=')),
      'the link alone holds the secret',
    ).toEqual([link])
    expect(page.url()).not.toMatch(/[?&][up]=/)
  })

  await test.step('she signs in with the code from her mail and gives her consents', async () => {
    await signInPatient(page, letters, ada.email, ada.password)
    await expect(page.getByRole('heading', { level: 1, name: `Ciao, ${ada.name}` })).toBeVisible()
    await expect(page.getByText('Non hai mai autorizzato la registrazione')).toBeVisible()
    await giveConsents(page)
    await page.getByRole('link', { name: 'MyConsent' }).click()
    const agreed = page.getByRole('region', { name: 'Che cosa hai accettato?' })
    await expect(agreed.getByText('Sì', { exact: true })).toHaveCount(6)
    await expect(page.getByText('Non hai mai autorizzato la registrazione')).toBeHidden()
  })

  await test.step('now her medical data are taken', async () => {
    expect(await centre.send('putMedicalData', medical)).toMatchObject({ success: true, ok: 1, ko: 0, detail: [] })
  })

  const desk = await visit('staff')
  await test.step('a data manager makes a filter and looks at its rows', async () => {
    await signInStaff(desk, 'dm@demo.example')
    await desk.getByRole('button', { name: 'Filtri' }).click()
    await makeFilter(desk, filter)
    await desk.getByRole('tab', { name: 'Esportazione' }).click()
    await desk.getByRole('button', { name: 'Mostra i pazienti' }).click()
    await expect(desk.getByText('1 paziente', { exact: true })).toBeVisible()
    await expect(desk.getByRole('cell', { name: '1717' })).toBeVisible()
  })

  for (const format of formats) {
    await test.step(`the ${format} file holds her row and nothing that names her`, async () => {
      const { name, columns, rows } = await exportFile(desk, format)
      expect(name).toMatch(new RegExp(`^filtro_\\d+\\.${format}$`))
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ FERRITIN: '1717', HB: '9.37' })
      expect([...columns, ...Object.values(rows[0] ?? {})].join(' ')).not.toMatch(identity)
    })
  }
})

test('a patient withdraws: the session ends, the way in is shut, and the next export holds nothing of hers', async ({
  visit,
  letters,
  centre,
}) => {
  const page = await visit('myconsent', phone)
  await signInPatient(page, letters, ada.email, ada.password)
  await page.getByRole('button', { name: 'I tuoi consensi: Visualizza' }).click()
  await page.getByRole('button', { name: 'Ritiro' }).click()
  await page.getByRole('radio', { name: /Cancellare i miei dati/ }).check()
  const receipt = await letters.after(ada.email, async () => {
    await page.getByRole('button', { name: 'Conferma il ritiro' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mi ritiro dal registro' }).click()
  })
  expect(receipt).toContain('I tuoi dati personali e medici sono stati cancellati')
  await page.getByRole('alertdialog', { name: 'Ritiro' }).getByRole('button', { name: 'Ho capito' }).click()
  await page.goto('/myconsent')
  await expect(page, 'the session is over').toHaveURL(/\/$/)

  await page.goto('/loginp')
  await page.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Richiedi il codice' }).click()
  await page.getByRole('textbox', { name: 'Codice' }).fill('123456')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByRole('alert')).toContainText('Accesso fallito: ')
  expect((await letters.received(ada.email)).at(-1), 'no code was sent to her').toBe(receipt)

  expect(await centre.send('putMedicalData', medical), 'no new data about her').toMatchObject({ ok: 0, ko: 1 })

  const desk = await visit('staff')
  await signInStaff(desk, 'dm@demo.example')
  await desk.getByRole('link', { name: filter.name }).first().click()
  await desk.getByRole('tab', { name: 'Esportazione' }).click()
  await desk.getByRole('button', { name: 'Mostra i pazienti' }).click()
  await expect(desk.getByText('Nessun paziente', { exact: true })).toBeVisible()
  expect((await exportFile(desk, 'csv')).rows).toEqual([])
})
