import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { formatDay } from '@registry/domain/calendar'
import { acceptInvitation } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import { giveConsents } from './src/consents.ts'
import { addFilter, exportFile } from './src/filters.ts'
import type { Mailbox } from './src/mailbox.ts'
import { test } from './src/test.ts'

const year = new Date().getFullYear()
const lea = { code: 'FIGLIA-1', surname: 'Ferri', name: 'Lea', birthDate: `${year - 6}-01-15` }
const ugo = { code: 'FIGLIO-2', surname: 'Ferri', name: 'Ugo', birthDate: `${year - 4}-01-15` }
const mother = { surname: 'Ricci', name: 'Anna', email: 'anna.ricci@demo.example' }
const father = { surname: 'Ferri', name: 'Bruno', email: 'bruno.ferri@demo.example' }
const password = 'quattro aquiloni sul mare'
const medical = ['CENTER_ID,GENOTYPE,HB,FERRITIN', `${lea.code},B0_B0,8.91,1991`, `${ugo.code},B0_B0,9.12,1992`]
const identity = /figli[ao]-|\b(?:ferri|lea|ugo|ricci)\b/i

const register = async (page: Page, child: typeof lea): Promise<void> => {
  await page.goto('/ecrf')
  await page.getByRole('button', { name: 'Nuovo paziente' }).click()
  await page.getByRole('textbox', { name: 'Codice del paziente nel centro' }).fill(child.code)
  await page.getByRole('textbox', { name: 'Cognome', exact: true }).fill(child.surname)
  await page.getByRole('textbox', { name: 'Nome', exact: true }).fill(child.name)
  await page.getByRole('radio', { name: 'Entra un genitore o tutore' }).check()
  await page.getByRole('textbox', { name: 'Data di nascita del paziente' }).fill(formatDay(child.birthDate))
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
  const findMessage = async () => (await mailbox.list(email)).find((text) => text.includes('loginp')) ?? ''
  await expect.poll(findMessage, { message: `an invitation to ${email}` }).not.toBe('')
  const message = await findMessage()
  await acceptInvitation(page, mailbox, { contact: email, message, password })
}

const chooseChild = async (page: Page, { name, surname }: typeof lea): Promise<void> => {
  await page.getByRole('button', { name: `Rispondi per ${name} ${surname}` }).click()
  await expect(page.getByText(`Stai rispondendo per ${name} ${surname}`)).toBeVisible()
}

/** Prints the form, records it as signed on paper, and returns its number. */
const recordPaper = async (page: Page): Promise<string> => {
  await openRecord(page, ugo.code)
  await page.getByRole('tab', { name: 'Riepilogo' }).click()
  const paper = page.getByRole('region', { name: 'Consenso su carta' })
  const printed = page.waitForEvent('download')
  await paper.getByRole('button', { name: 'Stampa il modulo' }).click()
  const form = await printed
  const number = /^modulo_consenso_(.+)\.pdf$/.exec(form.suggestedFilename())?.[1] ?? ''
  await paper.getByRole('button', { name: 'Registra un modulo firmato' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registra un modulo firmato' })
  await dialog.getByRole('textbox', { name: 'Numero del modulo' }).fill(number)
  const questions = dialog.getByRole('radiogroup')
  await expect(questions.first()).toBeVisible()
  for (const question of await questions.all()) await question.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Oggi' }).click()
  await dialog.getByRole('checkbox', { name: `${mother.surname} ${mother.name}` }).check()
  const chosen = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Scegli la scansione' }).click()
  // The printed form takes the place of the scan of the signed one.
  const scan = { name: 'scansione.pdf', mimeType: 'application/pdf', buffer: await readFile(await form.path()) }
  await (await chosen).setFiles(scan)
  await dialog.getByRole('button', { name: 'Registra', exact: true }).click()
  await expect(paper.getByText('Da verificare', { exact: false })).toBeVisible()
  return number
}

const verifyPaper = async (page: Page, number: string): Promise<void> => {
  await page.goto('/uhome')
  const paper = page.getByRole('region', { name: `Modulo ${number}` })
  await paper.locator('summary').click()
  const scan = page.waitForEvent('download')
  await paper.getByRole('button', { name: 'Apri la scansione' }).click()
  await scan
  await paper.getByRole('checkbox', { name: 'Ho confrontato il modulo con la scansione' }).check()
  await paper.getByRole('button', { name: 'Verifica' }).click()
  await expect(paper).toBeHidden()
}

test('REQ-GRD-01, REQ-GRD-03, REQ-CON-32: two children with two signatures and one form on paper, from the registration to the export', async ({
  visit,
  mailbox,
  centre,
}) => {
  // Five people on two sites: the longest flow.
  test.slow()
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

  await test.step('the father, who answers for one child, signs too', async () => {
    const ofFather = await visit('myconsent', phone)
    await enter(ofFather, mailbox, father.email)
    await expect(ofFather.getByText(`Stai rispondendo per ${lea.name} ${lea.surname}`)).toBeVisible()
    await giveConsents(ofFather, 'it', { asksPreliminary: false })
    await ofFather.goto('/consenso')
    await expect(ofFather.getByText('Manca una firma')).toBeHidden()
    await ofFather.goto('/figli')
    await expect(ofFather.getByText(ugo.name), 'the sibling is not his').toBeHidden()
    expect(await centre.send('putMedicalData', medical)).toMatchObject({ ok: 1, ko: 1 })
  })

  await test.step('the mother signs for the other child on paper, which counts when a colleague has confirmed it', async () => {
    const number = await recordPaper(office)
    expect(await centre.send('putMedicalData', medical)).toMatchObject({ ok: 1, ko: 1 })
    await verifyPaper(await visit('staff', { account: 'ca2.rm01@demo.example' }), number)
    expect(await centre.send('putMedicalData', medical)).toMatchObject({ ok: 2, ko: 0 })
  })

  await test.step('the mother changes to the other child and finds the answers of the paper', async () => {
    await ofMother.getByRole('link', { name: 'Cambia persona' }).click()
    await chooseChild(ofMother, ugo)
    const accepted = ofMother.getByRole('region', { name: 'Che cosa hai accettato?' })
    await expect(accepted.getByText('Sì', { exact: true })).toHaveCount(6)
    await expect(accepted.getByText('su carta', { exact: false }).first()).toBeVisible()
  })

  await test.step('an export of the data manager holds both, without identity', async () => {
    const manager = await visit('staff', { account: 'dm@demo.example' })
    await manager.goto('/dm_filtri')
    await addFilter(manager, {
      name: 'Prova: fratelli',
      description: 'I due fratelli della prova.',
      fields: ['Genotipo', 'Emoglobina', 'Ferritina'],
      conditions: [
        { field: 'Ferritina', operator: 'è maggiore di', value: '1990' },
        { field: 'Ferritina', operator: 'è minore di', value: '1993' },
      ],
    })
    await manager.getByRole('tab', { name: 'Esportazione' }).click()
    const { columns, rows } = await exportFile(manager, 'csv')
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ FERRITIN: '1991', HB: '8.91' }),
        expect.objectContaining({ FERRITIN: '1992', HB: '9.12' }),
      ]),
    )
    expect([...columns, ...rows.flatMap((row) => Object.values(row))].join(' ')).not.toMatch(identity)
  })
})
