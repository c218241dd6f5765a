import { expect, type Page } from '@playwright/test'
import { phone } from './src/browsing.ts'
import { linkIn } from './src/letters.ts'
import { choosePassword, signInPatient } from './src/people.ts'
import { test } from './src/test.ts'

/** The temporary password of a letter: 20 letters and digits that stand alone. */
const temporaryIn = (letter: string): string => /^[A-Za-z2-9]{20}$/m.exec(letter)?.[0] ?? ''

const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accedi' }).click()
}

/** Gives an account its old password back for the tests after this one: only the sixth password may be the first again (D6). */
const goBack = async (page: Page, from: string, to: string): Promise<void> => {
  const change = (oldpassword: string, newpassword: string): Promise<unknown> =>
    page.evaluate(
      async (passwords) => {
        const headers = { 'content-type': 'application/json' }
        const answer: unknown = await (
          await fetch('/api/userchangepassword', { method: 'POST', headers, body: JSON.stringify(passwords) })
        ).json()
        return answer
      },
      { oldpassword, newpassword },
    )
  expect(await change(from, to)).toMatchObject({ success: false, code: 'password_reused' })
  let present = from
  for (const next of ['otto cicale nel canneto', 'nove cicale nel canneto', 'dieci cicale nel canneto', to]) {
    expect(await change(present, next)).toEqual({ success: true })
    present = next
  }
}

test('staff who forgot the password get a temporary one by mail, must choose another, and are home', async ({ visit, letters }) => {
  const email = 'ca.mi01@demo.example'
  const page = await visit('staff')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Password dimenticata?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Password dimenticata' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  const letter = await letters.after(email, () => page.getByRole('button', { name: 'Invia la password temporanea' }).click())
  await expect(page.getByText('Controlla la tua posta')).toBeVisible()
  await page.getByRole('link', { name: 'Torna all’accesso' }).click()

  await signIn(page, email, temporaryIn(letter))
  await expect(page.getByRole('heading', { level: 1, name: 'Scegli la tua password' })).toBeVisible()
  await page.goto('/ca_filtri')
  await expect(page, 'nowhere else').toHaveURL(/\/changepasswd$/)

  const field = page.getByLabel('Nuova password', { exact: true })
  await field.fill('password1')
  await expect(page.getByText('Debolissima')).toBeVisible()
  await field.fill('sette gatti sotto il portico')
  await expect(page.getByText('Ottima')).toBeVisible()
  await page.getByLabel('Conferma la nuova password').fill('sette gatti sotto il portone')
  await page.getByRole('button', { name: 'Cambia password' }).click()
  await expect(page.getByRole('alert')).toContainText('Le nuove password non coincidono')
  await page.getByLabel('Conferma la nuova password').fill('sette gatti sotto il portico')
  const notice = await letters.after(email, () => page.getByRole('button', { name: 'Cambia password' }).click())
  expect(notice).not.toContain('gatti')
  await expect(page.getByRole('alertdialog')).toContainText('Password modificata')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ho capito' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()
  await goBack(page, 'sette gatti sotto il portico', 'Thal-Demo-2026-staff')
})

test('a patient who forgot the password gets a link, chooses another, and signs in with a code', async ({ visit, letters }) => {
  const contact = 'p4@demo.example'
  const page = await visit('myconsent', phone)
  await page.goto('/loginp')
  await page.getByRole('link', { name: 'Password dimenticata?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Password dimenticata' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill(contact)
  const letter = await letters.after(contact, () => page.getByRole('button', { name: 'Invia il link' }).click())
  await expect(page.getByText('Controlla la tua posta')).toBeVisible()

  await choosePassword(page, letter, 'nove lucciole nel bosco')
  await signInPatient(page, letters, contact, 'nove lucciole nel bosco')
  await expect(page.getByRole('heading', { level: 1, name: /^Ciao, / })).toBeVisible()

  const other = await visit('myconsent', phone)
  await other.goto(linkIn(letter))
  await expect(other.getByText(/Il link non è più valido/)).toBeVisible()
  await other.getByRole('link', { name: 'chiedi un nuovo link' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Password dimenticata' })).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'E-mail o numero di cellulare' })).toHaveValue(contact)
})

test('a link of another patient leaves who is signed in alone', async ({ visit, letters }) => {
  const asking = await visit('myconsent', phone)
  await asking.goto('/forgot_password_patient')
  await asking.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill('p2@demo.example')
  const letter = await letters.after('p2@demo.example', () => asking.getByRole('button', { name: 'Invia il link' }).click())

  const page = await visit('myconsent', phone)
  await signInPatient(page, letters, 'p3@demo.example')
  await page.goto(linkIn(letter))
  await expect(page.getByRole('heading', { level: 1, name: 'Questo link è di un’altra persona' })).toBeVisible()
  await page.getByRole('button', { name: 'Resta nel tuo accesso' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Ciao, / })).toBeVisible()
})

test('whoever sent the older identity form reads that it was received, and a UserAdmin what it says', async ({
  visit,
  letters,
  request,
  addresses,
}) => {
  const mailed = await letters.after('ua@demo.example', async () => {
    const answer = await request.post(`http://127.0.0.1:${addresses.port}/api/newidentity`, {
      headers: { host: new URL(addresses.staff).host },
      multipart: {
        cognome: 'Conti',
        nome: 'Bruno',
        email: 'bruno.conti@example.org',
        telefono: '',
        cellulare: '',
        identita: 'full identity',
      },
    })
    expect(await answer.json()).toMatchObject({ success: true, sendmail: true })
  })
  expect(mailed).not.toContain('bruno')
  const page = await visit('staff')
  await page.goto('/enrollBC')
  await expect(page.getByText('La tua richiesta è stata ricevuta')).toBeVisible()
  await page.goto('/login')
  await signIn(page, 'ua@demo.example', 'Thal-Demo-2026-staff')
  await expect(page.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()
  await page.goto('/enrollBC')
  await expect(page.getByRole('heading', { name: 'Bruno Conti' })).toBeVisible()
})
