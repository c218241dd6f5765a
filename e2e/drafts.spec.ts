import { expect, type Page } from '@playwright/test'
import { signInPatient, signInStaff } from './src/accounts.ts'
import { test } from './src/test.ts'

const name = (page: Page) => page.getByRole('textbox', { name: 'Nome', exact: true })
const restored = (page: Page) => page.getByText('Qui sotto c’è quello che avevi scritto e non ancora inviato.')
const readStorage = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify(localStorage))
const countDrafts = (page: Page): Promise<number> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('registry.draft.')).length)

const typeNewFilter = async (page: Page): Promise<void> => {
  await page.goto('/dm_filtro/__new__')
  await name(page).fill('Bozza segreta')
  await expect.poll(() => countDrafts(page)).toBe(1)
}

test('REQ-UI-20: a filter being written survives reload, Back and a new tab', async ({ visit }) => {
  const page = await visit('staff')
  await signInStaff(page, 'dm@demo.example')
  await page.getByRole('button', { name: 'Filtri' }).click()
  await typeNewFilter(page)
  await page.reload()
  await expect(name(page)).toHaveValue('Bozza segreta')
  await expect(restored(page)).toBeVisible()
  await page.goBack()
  await page.goForward()
  await expect(name(page)).toHaveValue('Bozza segreta')
  const tab = await page.context().newPage()
  await page.close()
  await tab.goto('/dm_filtro/__new__')
  await expect(name(tab)).toHaveValue('Bozza segreta')
})

test('REQ-UI-20, THREAT-51: a lost session leads back to the same form, and another account finds nothing', async ({ visit }) => {
  const page = await visit('staff', { account: 'dm@demo.example' })
  await typeNewFilter(page)
  await page.context().clearCookies({ name: 'sid' })
  await page.getByRole('textbox', { name: 'Descrizione', exact: true }).fill('Solo una prova')
  await page.getByRole('textbox', { name: 'Cerca un campo' }).fill('Genotipo')
  await page.getByRole('checkbox', { name: 'Genotipo', exact: true }).check()
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText('Sono un operatore')).toBeVisible()
  expect(await readStorage(page), 'nothing readable').not.toMatch(/segreta|GENOTYPE|filter/)

  await test.step('another account on the same computer', async () => {
    await page.context().clearCookies({ name: 'next' })
    await signInStaff(page, 'ca.rm01@demo.example')
    await page.goto('/ca_filtro/__new__')
    await expect(name(page)).toHaveValue('')
    await page.context().clearCookies({ name: 'sid' })
  })

  await test.step('the same account', async () => {
    await signInStaff(page, 'dm@demo.example')
    await page.goto('/dm_filtro/__new__')
    await expect(name(page)).toHaveValue('Bozza segreta')
    await expect(page.getByRole('textbox', { name: 'Descrizione', exact: true })).toHaveValue('Solo una prova')
  })

  await test.step('sign-out deletes the draft', async () => {
    await page.getByRole('button', { name: /^Utente: / }).click()
    await page.getByRole('menuitem', { name: 'Esci' }).click()
    await expect(page.getByText('Sono un operatore')).toBeVisible()
    expect(await countDrafts(page)).toBe(0)
  })
})

test('REQ-UI-20: after a lost session a sign-in leads to the open form', async ({ visit }) => {
  const page = await visit('staff', { account: 'ga@demo.example' })
  await page.goto('/ga_filtro/1')
  await page.getByRole('button', { name: 'Modifica' }).click()
  await name(page).fill('Nome nuovo')
  await expect.poll(() => countDrafts(page)).toBe(1)
  await page.context().clearCookies({ name: 'sid' })
  await page.getByRole('button', { name: 'Salva' }).click()
  await page.getByRole('link', { name: /operatore/ }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ga@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('Thal-Demo-2026-staff')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(/\/ga_filtro\/1\?edit=true$/)
  await expect(name(page)).toHaveValue('Nome nuovo')
})

test('REQ-UI-20: consent answers survive reload and a session that ends in the middle', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', { account: 'p1@demo.example' })
  await page.goto('/consenso?vista=domande')
  const answers = page.getByRole('radio', { name: 'Sì' })
  await answers.first().check()
  await expect.poll(() => countDrafts(page)).toBe(1)
  const stored = await readStorage(page)
  await answers.nth(1).check()
  await expect.poll(() => readStorage(page)).not.toBe(stored)
  await page.reload()
  await expect(answers.nth(1)).toBeChecked()
  expect(await readStorage(page)).not.toMatch(/answers|P_|true/)
  await page.context().clearCookies({ name: 'sid' })
  await page.goto('/consenso?vista=domande')
  await expect(page).toHaveURL(/\/$/)
  await signInPatient(page, mailbox, 'p1@demo.example')
  await expect(page).toHaveURL(/\/consenso\?vista=domande$/)
  await expect(answers.nth(1)).toBeChecked()
})

test('FAULT-24: what is typed stays when a save finds no network, and the save works when it returns', async ({ visit }) => {
  const page = await visit('staff', { account: 'ga@demo.example' })
  await page.goto('/ga_filtro/3')
  await page.getByRole('button', { name: 'Modifica' }).click()
  // The beginning of the name stays: other tests of the same system look for it.
  const changed = `${await name(page).inputValue()} senza rete`
  await name(page).fill(changed)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByRole('alert')).toContainText('Non riusciamo a collegarci al registro. Controlla la connessione e riprova.')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByText('Non c’è connessione.'), 'one message').toBeHidden()
  await expect(name(page)).toHaveValue(changed)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect(page.getByText('Modifiche registrate')).toBeVisible()
})
