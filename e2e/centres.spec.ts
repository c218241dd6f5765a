import { expect } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    newCentre: 'Nuovo centro',
    code: 'Codice',
    name: 'Nome',
    italy: 'Italia',
    centre: 'Centro',
    lazio: 'Lazio',
    password: 'Password e-CRF',
    repetition: 'Ripeti la password e-CRF',
    differ: 'Le password non coincidono',
    save: 'Salva',
    saved: 'Modifiche registrate',
    change: 'Modifica password e-CRF',
    suspend: 'Sospendi',
    suspended: 'Sospeso',
  },
  en: {
    newCentre: 'New centre',
    code: 'Code',
    name: 'Name',
    italy: 'Italy',
    centre: 'Centre',
    lazio: 'Lazio',
    password: 'e-CRF password',
    repetition: 'Repeat the e-CRF password',
    differ: 'The passwords do not match',
    save: 'Save',
    saved: 'Changes saved',
    change: 'Change e-CRF password',
    suspend: 'Suspend',
    suspended: 'Suspended',
  },
} as const
const widths = { phone: 390, desktop: 1440 } as const

for (const language of ['it', 'en'] as const)
  for (const [device, width] of Object.entries(widths))
    test(`REQ-ADM-06: a UserAdmin creates a centre with an e-CRF password and suspends it (${language}, ${device})`, async ({ visit }) => {
      const page = await visit('staff', { account: 'ua@demo.example', language, viewport: { width, height: 900 } })
      const text = words[language]
      await page.goto('/centri')
      await page.getByRole('button', { name: text.newCentre }).click()
      const code = `N/${crypto.randomUUID()}`
      await page.getByRole('textbox', { name: text.code, exact: true }).fill(code)
      await page.getByRole('textbox', { name: text.name, exact: true }).fill('Centro di prova')
      await page.getByRole('treeitem', { name: text.italy }).getByText(text.centre, { exact: true }).click()
      await page.getByRole('treeitem', { name: text.lazio, exact: true }).getByText(text.lazio, { exact: true }).click()
      await page.getByRole('textbox', { name: text.password, exact: true }).fill('una password abbastanza lunga')
      await page.getByRole('textbox', { name: text.repetition }).fill('un’altra')
      await page.getByRole('button', { name: text.save }).click()
      await expect(page.getByRole('alert').getByText(text.differ)).toBeVisible()
      expect(await findViolations(page, 'light')).toEqual([])
      await page.getByRole('textbox', { name: text.repetition }).fill('una password abbastanza lunga')
      await page.getByRole('button', { name: text.save }).click()
      await expect(page.getByText(text.saved)).toBeVisible()
      await expect(page.getByRole('checkbox', { name: text.change })).not.toBeChecked()
      await expect(page.getByRole('textbox', { name: text.code, exact: true }), 'the fixed code is not dimmed').toHaveCSS('opacity', '1')
      expect(new URL(page.url()).pathname).toBe(`/centro/${encodeURIComponent(code)}`)
      expect(await findViolations(page, 'light')).toEqual([])
      await page.getByRole('button', { name: text.suspend }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: text.suspend }).click()
      await expect(page.getByText(text.suspended, { exact: true })).toBeVisible()
    })
