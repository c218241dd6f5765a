import { expect, type Page } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { createCentreClient } from './src/centre-client.ts'
import { findLink } from './src/mailbox.ts'
import { acceptInvitation, enterFirstCode, patientPassword, signInPatient } from './src/accounts.ts'
import { phone } from './src/browser-context.ts'
import { test } from './src/test.ts'

/**
 * Presses Tab until the named element has the focus, and checks at each stop that the focus is visible.
 * Other tests add work to the home page. The limit is only there to end a test whose element is missing.
 */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let stop = 0; stop < 200; stop += 1) {
    await page.keyboard.press('Tab')
    const current = await page.evaluate(() => {
      const focused = document.activeElement
      // After the last element the focus moves to the buttons of the browser.
      if (!(focused instanceof HTMLElement) || focused === document.body) return { name: '', visible: true }
      const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined
      // The focus ring of an input is on its wrapper.
      const ring = getComputedStyle(focused.closest('.mantine-Input-input') ?? focused)
      const visible = ring.boxShadow !== 'none' || (ring.outlineStyle !== 'none' && Number.parseFloat(ring.outlineWidth) >= 2)
      return { name: (label ?? focused.getAttribute('aria-label') ?? focused.textContent).trim(), visible }
    })
    expect(current.visible, `the focus on “${current.name}” is visible`).toBe(true)
    if (current.name === name) return
  }
  throw new Error(`Tab does not lead to “${name}”`)
}

test('staff sign in and out with the keyboard only, and the focus is always visible', async ({ visit }) => {
  const page = await visit('staff')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sono un operatore' })).toBeVisible()
  await tabTo(page, 'Vai al contenuto')
  await page.keyboard.press('Enter')
  // Two languages, the link for patients, the link for staff.
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Accesso operatori' })).toBeVisible()

  await tabTo(page, 'E-mail')
  await page.keyboard.type('dm@demo.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert'), 'the error summary takes the focus').toBeFocused()
  await tabTo(page, 'Inserisci la password')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('Thal-Demo-2026-staff')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()

  await expect(page.getByRole('button', { name: 'Utente: Dora Manzi' })).toBeVisible()
  await tabTo(page, 'Utente: Dora Manzi')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Dora Manzi' }), 'the menu takes the focus').toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Cambia password' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Esci' }), 'the last item').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Sono un operatore' })).toBeVisible()
  await page.goto('/uhome')
  await expect(page, 'the session is over').toHaveURL(/\/$/)
})

test('a patient signs in with the keyboard only, with a code by mail', async ({ visit, mailbox }) => {
  const page = await visit('myconsent')
  await page.goto('/loginp')
  await expect(page.getByRole('textbox', { name: 'E-mail o numero di cellulare' })).toBeVisible()
  await tabTo(page, 'E-mail o numero di cellulare')
  await page.keyboard.type('p3@demo.example')
  await tabTo(page, 'Password')
  await page.keyboard.type(patientPassword)
  const code = await mailbox.waitForCode('p3@demo.example', () => page.keyboard.press('Enter'))
  await expect(page.getByRole('textbox', { name: 'Codice' }), 'the code is the next input').toBeFocused()
  await page.keyboard.type(code)
  await expect(page.getByRole('heading', { level: 1, name: /^Ciao, / })).toBeVisible()
})

test('a patient without an e-mail address is invited and gets the codes by SMS', async ({ visit, mailbox, centre }) => {
  const mobile = '+393331234567'
  const invitation = await mailbox.waitForNext(mobile, () =>
    centre.send('createPatients', [
      'CENTER_ID,SURNAME,NAME,LOGIN_MODE,MOBILE_PREFIX,MOBILE,LANG',
      'SMS-1,VERDI,GIANNA,Mobile,+39,3331234567,it',
    ]),
  )
  const page = await visit('myconsent', phone)
  expect(invitation).toContain('ti invita a MyConsent')
  await acceptInvitation(page, mailbox, { contact: mobile, message: invitation, password: 'sette gatti sotto il portico' })
  await expect(page.getByRole('heading', { level: 1, name: 'Ciao, Gianna' })).toBeVisible()
})

test('a page that was opened without a session opens after sign-in', async ({ visit, mailbox }) => {
  const page = await visit('myconsent', phone)
  await page.goto('/consenso')
  await expect(page.getByRole('link', { name: 'Sono un paziente' })).toBeVisible()
  await page.getByRole('link', { name: 'Sono un paziente' }).click()
  await signInPatient(page, mailbox, 'p2@demo.example')
  await expect(page).toHaveURL(/\/consenso/)
})

test('REQ-PAT-04: a patient whom a second centre invites can move to it, and the previous centre is informed', async ({
  visit,
  mailbox,
  centre,
  request,
  addresses,
}) => {
  const contact = 'due.centri@demo.example'
  const [header, row] = ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG', `VERDI,IVO,Email,${contact},it`]
  const first = await mailbox.waitForNext(contact, () => centre.send('createPatients', [header, `TWO-1,${row}`]))
  const page = await visit('myconsent', phone)
  await acceptInvitation(page, mailbox, { contact, message: first, password: 'sette gatti sotto il portico' })
  await page.goto('/logout')
  const second = await mailbox.waitForNext(contact, () =>
    createCentreClient(request, addresses, 'MI01').send('createPatients', [header, `TWO-1,${row}`]),
  )

  await page.goto(findLink(second))
  await expect(page.getByRole('heading', { level: 1, name: 'Questo recapito ha già un account' })).toBeVisible()
  const [stay, move] = [page.getByRole('button', { name: 'Resto' }), page.getByRole('button', { name: 'Passo al nuovo centro' })]
  const [one, other] = [await stay.boundingBox(), await move.boundingBox()]
  expect([other?.width, other?.height], 'both choices have the same size').toEqual([one?.width, one?.height])
  expect(await findViolations(page, 'light')).toEqual([])

  await move.click()
  const centreMail = await mailbox.waitForNext('ca.rm01@demo.example', () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Passo al nuovo centro' }).click(),
  )
  expect(centreMail).toContain('con il codice TWO-1 è passato a un altro centro')
  await expect(page.getByRole('heading', { level: 1, name: 'Ti diamo il benvenuto in MyConsent' })).toBeVisible()
  await page.getByLabel('La tua password', { exact: true }).fill('quattro ciliegie sul muretto')
  await page.getByLabel('Scrivila di nuovo').fill('quattro ciliegie sul muretto')
  await enterFirstCode(page, mailbox, { contact, button: 'Scegli questa password' })
  await expect(page.getByRole('heading', { level: 1, name: 'Ciao, Ivo' })).toBeVisible()
})

test('the code step fits a phone, in both languages: the button is in view, help is there, and it shows that a code was sent', async ({
  visit,
}) => {
  const words = {
    it: { contact: 'E-mail o numero di cellulare', ask: 'Richiedi il codice', enter: 'Accedi', help: 'Non arriva nulla?' },
    en: { contact: 'E-mail or mobile number', ask: 'Send me a code', enter: 'Sign in', help: 'Nothing arrived?' },
  }
  for (const language of ['it', 'en'] as const) {
    const { contact, ask, enter, help } = words[language]
    // The height that a keyboard leaves on a phone.
    const page = await visit('myconsent', { ...phone, language, viewport: { width: 390, height: 420 } })
    await page.goto('/loginp')
    await page.getByRole('textbox', { name: contact }).fill('3330000005')
    await page.getByLabel('Password', { exact: true }).fill(patientPassword)
    await page.getByRole('button', { name: ask }).click()
    await expect(page.getByRole('heading', { name: help })).toBeAttached()
    await expect(page.getByRole('button', { name: enter, exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/abbiamo mandato|have sent/).first()).toBeAttached()
    expect(await findViolations(page, 'light')).toEqual([])
  }
})
