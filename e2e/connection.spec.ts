import { expect, type Page } from '@playwright/test'
import { signInStaff } from './src/accounts.ts'
import { test } from './src/test.ts'

const serverCalls = '**/api/trpc/**'

const openFilters = async (page: Page): Promise<void> => {
  await signInStaff(page, 'dm@demo.example')
  await page.getByRole('button', { name: 'Filtri' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Filtri' })).toBeVisible()
}
const skeleton = (page: Page) => page.getByRole('status', { name: 'Caricamento' })

test('FAULT-24: without a network a page reports it once, and opens by itself when the network returns', async ({ visit }) => {
  const page = await visit('staff')
  await openFilters(page)
  await page.context().setOffline(true)
  await expect(page.getByText('Non c’è connessione. Quello che hai scritto resta qui.')).toBeVisible()
  await page.getByRole('link', { name: 'TDT con ferritina oltre 2500', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'La pagina non si è aperta' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Riprova' }), 'one message').toHaveCount(1)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'TDT con ferritina oltre 2500' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Riprova' })).toHaveCount(0)
})

test('FAULT-24: a 500 with HTML shows its status, not its text, and retry opens the page', async ({ visit }) => {
  const page = await visit('staff')
  await openFilters(page)
  await page.route(serverCalls, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<pre>at secret.js:3</pre>' }))
  await page.getByRole('link', { name: 'TDT con ferritina oltre 2500', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('status 500')
  await expect(page.getByText(/secret|Unexpected|JSON/)).toHaveCount(0)
  await page.unroute(serverCalls)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'TDT con ferritina oltre 2500' })).toBeVisible()
})

test('FAULT-24: a slow server shows a skeleton immediately, and a sentence when the answer is late', async ({ visit }) => {
  const page = await visit('staff')
  await openFilters(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(serverCalls, async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: 'TDT con ferritina oltre 2500', exact: true }).click()
  await expect(skeleton(page)).toBeVisible()
  await expect(page.getByText('Il registro impiega più del solito. Aspettiamo la risposta.')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'TDT con ferritina oltre 2500' })).toBeVisible()
  await expect(page.getByText('Il registro impiega più del solito.')).toBeHidden()
})

test('FAULT-24: a server that never answers gets the call again on retry, and loses it after twenty seconds', async ({ visit }) => {
  const page = await visit('staff')
  await openFilters(page)
  await page.clock.install()
  const calls = { sent: 0, ended: 0 }
  page.on('requestfailed', () => (calls.ended += 1))
  await page.route(serverCalls, () => void (calls.sent += 1))
  await page.getByRole('link', { name: 'TDT con ferritina oltre 2500', exact: true }).click()
  await expect.poll(() => calls.sent).toBe(1)
  await page.clock.fastForward(5_000)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.poll(() => calls).toEqual({ sent: 2, ended: 1 })
  await page.clock.fastForward(20_000)
  await expect(page.getByRole('alert')).toContainText('Non riusciamo a collegarci al registro')
  await page.unroute(serverCalls)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'TDT con ferritina oltre 2500' })).toBeVisible()
})

test('FAULT-24: a page whose first file the server has not loads again by itself', async ({ visit }) => {
  const page = await visit('staff')
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'not found' }), { times: 1 })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('FAULT-24: a page whose file is missing reports it, and reloads when the server has it', async ({ visit }) => {
  const page = await visit('staff')
  await signInStaff(page, 'dm@demo.example')
  await page.route('**/assets/filter-list-*.js', (route) => route.fulfill({ status: 404, body: 'not found' }))
  await page.route(serverCalls, (route) => route.abort())
  await page.getByRole('button', { name: 'Filtri' }).click()
  await expect(page.getByRole('alert')).toContainText('La pagina non si è aperta')
  await page.unroute('**/assets/filter-list-*.js')
  await page.unroute(serverCalls)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Filtri' })).toBeVisible()
})
