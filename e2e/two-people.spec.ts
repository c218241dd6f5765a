import { expect } from '@playwright/test'
import { signInStaff } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { test } from './src/test.ts'

test('THREAT-61: a page closes when another person signs in in another tab, and shows when the person signs out there', async ({
  visit,
}) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example' })
  const search = page.getByRole('textbox', { name: 'Cerca un paziente' })
  await page.goto('/ecrf')
  await expect(search).toBeVisible()
  const other = await page.context().newPage()
  await signInStaff(other, 'ca.mi01@demo.example')
  await expect(page.getByRole('alert')).toContainText('In questo browser è entrata un’altra persona')
  await expect(search).toHaveCount(0)
  expect(await findViolations(page, 'light')).toEqual([])

  await page.getByRole('button', { name: 'Apri la pagina di chi è entrato' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()
  await other.goto('/logout')
  await expect(page.getByText('Sei uscito in un’altra scheda di questo browser.')).toBeVisible()
})
