import { expect, type Page } from '@playwright/test'
import { acceptInvitation } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import { giveConsents } from './src/consents.ts'
import type { Mailbox } from './src/mailbox.ts'
import { test } from './src/test.ts'

const year = new Date().getFullYear()
const lea = { code: 'FIGLIA-1', surname: 'Ferri', name: 'Lea', birthDate: `${year - 6}-01-15` }
const ugo = { code: 'FIGLIO-2', surname: 'Ferri', name: 'Ugo', birthDate: `${year - 4}-01-15` }
const mother = { surname: 'Ricci', name: 'Anna', email: 'anna.ricci@demo.example' }
const father = { surname: 'Ferri', name: 'Bruno', email: 'bruno.ferri@demo.example' }
const password = 'quattro aquiloni sul mare'
const medical = ['CENTER_ID,GENOTYPE,HB,FERRITIN', `${lea.code},B0_B0,8.91,1991`, `${ugo.code},B0_B0,9.12,1992`]

const register = async (page: Page, child: typeof lea): Promise<void> => {
  await page.goto('/ecrf')
  await page.getByRole('button', { name: 'Nuovo paziente' }).click()
  await page.getByRole('textbox', { name: 'Codice del paziente nel centro' }).fill(child.code)
  await page.getByRole('textbox', { name: 'Cognome', exact: true }).fill(child.surname)
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(child.name)
  await page.getByRole('radio', { name: 'Entra un genitore o tutore' }).check()
  await page.getByLabel('Data di nascita del paziente').fill(child.birthDate)
  await page.getByRole('textbox', { name: 'Cognome del genitore o tutore' }).fill(mother.surname)
  await page.getByRole('textbox', { name: 'Nome del genitore o tutore', exact: true }).fill(mother.name)
  await page.getByRole('textbox', { name: 'E-mail del genitore o tutore' }).fill(mother.email)
  await page.getByRole('checkbox', { name: 'Il paziente ha autorizzato la registrazione' }).check()
  await page.getByRole('button', { name: 'Registra e invita' }).click()
  await expect(page.getByRole('textbox', { name: 'Cerca un paziente' })).toBeVisible()
}

const openRecord = async (page: Page, code: string): Promise<void> => {
  await page.goto('/ecrf')
  await page.getByRole('textbox', { name: 'Cerca un paziente' }).fill(code)
  await page.locator('main tbody a').click()
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
}

const addFather = async (page: Page): Promise<void> => {
  await openRecord(page, lea.code)
  await page.getByRole('tab', { name: 'Tutori' }).click()
  await page.getByRole('button', { name: 'Aggiungi un tutore' }).click()
  await page.getByRole('textbox', { name: 'Cognome', exact: true }).fill(father.surname)
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(father.name)
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(father.email)
  await page.getByRole('button', { name: 'Aggiungi e invita' }).click()
  await expect(page.getByText(father.email)).toBeVisible()
}

/** A guardian opens the invitation on a phone, chooses the password and enters with the code. */
const enter = async (page: Page, mailbox: Mailbox, email: string): Promise<void> => {
  const message = (await mailbox.list(email)).find((text) => text.includes('loginp')) ?? ''
  await acceptInvitation(page, mailbox, { contact: email, message, password })
}

const chooseChild = async (page: Page, { name, surname }: typeof lea): Promise<void> => {
  await page.getByRole('button', { name: `Rispondi per ${name} ${surname}` }).click()
  await expect(page.getByText(`Stai rispondendo per ${name} ${surname}`)).toBeVisible()
}

test('REQ-GRD-01, REQ-GRD-03: a centre registers siblings with one e-mail, and the Yes of their mother waits for the father of one', async ({
  visit,
  mailbox,
  centre,
}) => {
  const office = await visit('staff', { account: 'ca.rm01@demo.example' })
  await test.step('the centre registers siblings with the e-mail of their mother, and adds the father of one', async () => {
    await mailbox.waitForNext(mother.email, () => register(office, lea))
    await register(office, ugo)
    await mailbox.waitForNext(father.email, () => addFather(office))
    expect(await findViolations(office, 'light')).toEqual([])
  })

  const ofMother = await visit('myconsent', phone)
  await test.step('the mother sees both children and signs for one: a signature is missing, and the centre stores no data', async () => {
    await enter(ofMother, mailbox, mother.email)
    await expect(ofMother.getByRole('button', { name: /^Rispondi per / })).toHaveCount(2)
    expect(await findViolations(ofMother, 'light')).toEqual([])
    await chooseChild(ofMother, lea)
    await giveConsents(ofMother)
    await ofMother.goto('/consenso')
    await expect(ofMother.getByText('Manca una firma')).toBeVisible()
    expect(await centre.send('putMedicalData', medical)).toMatchObject({ ok: 0, ko: 2 })
  })
})
