import { expect } from '@playwright/test'
import { phone } from './src/browser-context.ts'
import { giveConsents } from './src/consents.ts'
import { exportFile, addFilter } from './src/filters.ts'
import { findLink } from './src/mailbox.ts'
import { acceptInvitation, signInPatient, signInStaff } from './src/accounts.ts'
import { test } from './src/test.ts'

// The second test uses the patient and the filter of the first test.
test.describe.configure({ mode: 'serial' })

const patient = {
  centreId: 'E2E-1',
  surname: 'ROSSINI',
  name: 'ADALGISA',
  email: 'adalgisa.rossini@demo.example',
  password: 'tre limoni sul balcone',
}
const identity = new RegExp([patient.centreId, patient.surname, patient.name, patient.email].join('|'), 'i')
const medical = ['CENTER_ID,GENOTYPE,HB,FERRITIN', `${patient.centreId},B0_B0,9.37,1717`]
const filter = {
  name: 'Prova: ferritina 1717',
  description: 'La paziente della prova, e nessun altro.',
  fields: ['Genotipo', 'Emoglobina', 'Ferritina'],
  conditions: [
    { field: 'Ferritina', operator: 'è uguale a', value: '1717' },
    { field: 'Emoglobina', operator: 'è minore di', value: '9,4' },
  ],
}
const formats = ['csv', 'xlsx', 'json', 'xml'] as const

test('a centre imports a patient, who consents, then medical data, and a data manager exports them without identity', async ({
  visit,
  mailbox,
  centre,
}) => {
  const invitation = await test.step('the centre registers a patient', () =>
    mailbox.waitForNext(patient.email, async () => {
      const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG'
      const row = [patient.centreId, patient.surname, patient.name, 'Email', patient.email, 'it'].join(',')
      expect(await centre.send('createPatients', [header, row])).toMatchObject({ success: true, ok: 1, ko: 0, detail: [] })
      expect(await centre.send('createPatients', [header, row]), 'the same file again changes nothing').toMatchObject({ success: true })
    }))

  await test.step('the registry rejects medical data before the consent', async () => {
    const report = await centre.send('putMedicalData', medical)
    expect(report).toMatchObject({ success: true, ok: 0, ko: 1, detail: [{ row: 1, key: patient.centreId }] })
  })

  const page = await visit('myconsent', phone)
  await test.step('the patient opens the link on a phone and chooses a password, and the code follows; the address bar keeps no secret', async () => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await acceptInvitation(page, mailbox, { contact: patient.email, message: invitation, password: patient.password })
    const link = findLink(invitation)
    expect(
      requested.filter((address) => address.includes('p=')),
      'only the link contains the secret',
    ).toEqual([link])
    expect(page.url()).not.toMatch(/[?&][up]=/)
  })

  await test.step('the patient, signed in with the code from the mail, gives the consents', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Ciao, Adalgisa' })).toBeVisible()
    await expect(page.getByText('Non hai mai autorizzato la registrazione')).toBeVisible()
    // The receipt of the consents must not be taken for a later mail (REQ-CON-15).
    await mailbox.waitForNext(patient.email, () => giveConsents(page))
    await page.getByRole('link', { name: 'MyConsent' }).click()
    const consentSummary = page.getByRole('region', { name: 'Che cosa hai accettato?' })
    await expect(consentSummary.getByText('Sì', { exact: true })).toHaveCount(6)
    await expect(page.getByText('Non hai mai autorizzato la registrazione')).toBeHidden()
  })

  await test.step('the registry accepts medical data after the consent', async () => {
    expect(await centre.send('putMedicalData', medical)).toMatchObject({ success: true, ok: 1, ko: 0, detail: [] })
  })

  const desk = await visit('staff')
  await test.step('a data manager adds a filter and shows its rows', async () => {
    await signInStaff(desk, 'dm@demo.example')
    await desk.getByRole('button', { name: 'Filtri' }).click()
    await addFilter(desk, filter)
    await desk.getByRole('tab', { name: 'Esportazione' }).click()
    await desk.getByRole('button', { name: 'Mostra i pazienti' }).click()
    await expect(desk.getByRole('status').getByText('1 paziente', { exact: true })).toBeVisible()
    await expect(desk.getByRole('gridcell', { name: '1717' })).toBeVisible()
  })

  for (const format of formats) {
    await test.step(`the ${format} file contains the row without identity`, async () => {
      const { name, columns, rows } = await exportFile(desk, format)
      expect(name).toMatch(new RegExp(`^filtro_\\d+\\.${format}$`))
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ FERRITIN: '1717', HB: '9.37' })
      expect([...columns, ...Object.values(rows[0] ?? {})].join(' ')).not.toMatch(identity)
    })
  }
})

test('a withdrawal ends the session, prevents the sign-in, and removes the patient from the next export', async ({
  visit,
  mailbox,
  centre,
}) => {
  const page = await visit('myconsent', phone)
  await signInPatient(page, mailbox, patient.email, patient.password)
  await page.getByRole('link', { name: 'I tuoi consensi: Visualizza' }).click()
  await page.getByRole('button', { name: 'Ritiro' }).click()
  await page.getByRole('radio', { name: /Cancellare i miei dati/ }).check()
  await page.getByLabel('La tua password', { exact: true }).fill(patient.password)
  const receipt = await mailbox.waitForNext(patient.email, async () => {
    await page.getByRole('button', { name: 'Conferma il ritiro' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mi ritiro dal registro' }).click()
  })
  expect(receipt).toContain('I tuoi dati personali e clinici sono stati cancellati')
  await page.getByRole('alertdialog', { name: 'Ritiro' }).getByRole('button', { name: 'Ho capito' }).click()
  await page.goto('/myconsent')
  await expect(page, 'the session is over').toHaveURL(/\/$/)

  await page.goto('/loginp')
  await page.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill(patient.email)
  await page.getByLabel('Password', { exact: true }).fill(patient.password)
  await page.getByRole('button', { name: 'Richiedi il codice' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Errore: Nome utente o password non corretti')
  expect((await mailbox.list(patient.email)).at(-1), 'no code was sent').toBe(receipt)

  expect(await centre.send('putMedicalData', medical), 'no new data').toMatchObject({ ok: 0, ko: 1 })

  const desk = await visit('staff')
  await signInStaff(desk, 'dm@demo.example')
  await desk.goto('/dm_filtri')
  await desk.getByRole('link', { name: filter.name }).first().click()
  await desk.getByRole('tab', { name: 'Esportazione' }).click()
  await desk.getByRole('button', { name: 'Mostra i pazienti' }).click()
  await expect(desk.getByRole('tabpanel', { name: 'Esportazione' }).getByText('Nessun paziente', { exact: true })).toBeVisible()
  expect((await exportFile(desk, 'csv')).rows).toEqual([])
})
