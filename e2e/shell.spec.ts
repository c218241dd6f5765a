import { expect } from '@playwright/test'
import { phone } from './src/browser-context.ts'
import { signInStaff } from './src/accounts.ts'
import { test } from './src/test.ts'

test('a person whose session is lost signs in again and returns to the same page', async ({ visit }) => {
  const page = await visit('staff')
  await signInStaff(page, 'dm@demo.example')
  await page.goto('/dm_filtri?search=ferro')
  await expect(page.getByText(/^2 (di \d+ )?righe$/)).toBeVisible()
  await page.context().clearCookies({ name: 'sid' })
  await page.getByRole('link', { name: /^Ferro cardiaco/ }).click()
  await expect(page.getByRole('link', { name: 'Sono un operatore' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  const next = (await page.context().cookies()).find(({ name }) => name === 'next')
  expect(decodeURIComponent(next?.value ?? '')).toMatch(/^\/dm_filtr/)

  await page.getByRole('link', { name: 'Sono un operatore' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('dm@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('Thal-Demo-2026-staff')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(/\/dm_filtr[io]/)
  expect(
    (await page.context().cookies()).map(({ name }) => name),
    'the address is used once',
  ).not.toContain('next')
})

test('a visitor who opens a page of the other site signs in there and reaches the page', async ({ visit, addresses }) => {
  const page = await visit('myconsent')
  await page.goto('/dm_filtri')
  await expect(page.getByRole('link', { name: 'Sono un operatore' })).toBeVisible()
  await expect(page).toHaveURL(`${addresses.staff}/`)
  await page.getByRole('link', { name: 'Sono un operatore' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('dm@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('Thal-Demo-2026-staff')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(`${addresses.staff}/dm_filtri`)
})

test('a visitor changes the language in a dialog without a page load, and the choice is remembered', async ({ visit }) => {
  const page = await visit('myconsent', phone)
  await page.goto('/loginp')
  await page.getByRole('textbox', { name: 'E-mail o numero di cellulare' }).fill('p1@demo.example')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.getByRole('button', { name: 'Lingua: Italiano' }).click()
  await page.getByRole('dialog', { name: 'Scegli la lingua' }).getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to MyConsent' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'E-mail or mobile number' }), 'the input keeps its value').toHaveValue('p1@demo.example')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle('Sign in to MyConsent')
  expect(loads).toBe(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to MyConsent' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Italiano', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sono un paziente' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'it')
})

test('after eight idle hours all tabs sign out, and one answer stops the countdown in all tabs', async ({ visit }) => {
  const page = await visit('staff')
  // All tabs share this clock.
  await page.clock.install()
  await signInStaff(page, 'ua@demo.example')
  const other = await page.context().newPage()
  await other.goto('/uhome')
  await expect(other.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()
  // The countdown begins two minutes before the end. The clock goes on, so a busy machine needs most of them.
  await page.clock.fastForward('07:58:05')
  const countdown = { name: 'Sei ancora qui?' }
  await expect(page.getByRole('alertdialog', countdown)).toBeVisible()
  await expect(other.getByRole('alertdialog', countdown)).toBeVisible()
  await page.getByRole('button', { name: 'Continua' }).click()
  await expect(other.getByRole('alertdialog', countdown), 'the answer counts for both').toBeHidden()
  await page.clock.fastForward('08:00:00')
  await expect(page.getByRole('link', { name: 'Sono un operatore' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Sono un operatore' }), 'all tabs together').toBeVisible()
  await other.goto('/uhome')
  await expect(other, 'the session is over').toHaveURL(/\/$/)
})

test('the menu folds on a desktop, which is remembered, and is a drawer on a phone', async ({ visit }) => {
  const desk = await visit('staff', { viewport: { width: 1440, height: 900 } })
  await signInStaff(desk, 'ca.rm01@demo.example')
  const menu = desk.getByRole('navigation', { name: 'Menu' })
  const wide = (await menu.boundingBox())?.width ?? 0
  await menu.getByRole('button', { name: 'Riduci il menu' }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width ?? wide).toBeLessThan(wide / 2)
  await desk.reload()
  await expect(menu.getByRole('button', { name: 'Allarga il menu' })).toBeVisible()
  await menu.getByRole('link', { name: 'Filtri' }).click()
  await expect(desk).toHaveURL(/\/ca_filtri$/)

  const onPhone = await visit('staff', { ...phone, storageState: await desk.context().storageState() })
  await onPhone.goto('/uhome')
  await onPhone.getByRole('button', { name: 'Menu' }).click()
  const drawer = onPhone.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByText('Identità')).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Identità' }), 'its area is not open').toHaveCount(0)
  await drawer.getByRole('link', { name: 'Filtri' }).click()
  await expect(onPhone).toHaveURL(/\/ca_filtri$/)
  const headerWidth = await onPhone.evaluate(() => document.querySelector('header')?.scrollWidth ?? Number.POSITIVE_INFINITY)
  expect(headerWidth, 'the header fits the phone').toBeLessThanOrEqual(390)
})
