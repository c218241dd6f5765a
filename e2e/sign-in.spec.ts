import { expect, type Page } from '@playwright/test'
import { seriousFaults } from './src/axe.ts'
import { programOf } from './src/centre.ts'
import { codeIn, linkIn } from './src/letters.ts'
import { choosePassword, patientPassword, signInPatient } from './src/people.ts'
import { phone } from './src/browsing.ts'
import { test } from './src/test.ts'

/** Presses Tab until the focus is at what is wanted, and checks at each stop that the focus can be seen. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const focused = document.activeElement
      // Between the last stop and the first one the focus is at the browser's own buttons.
      if (!(focused instanceof HTMLElement) || focused === document.body) return { name: '', visible: true }
      const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined
      // Inputs have their ring around the frame that holds them.
      const ring = getComputedStyle(focused.closest('.mantine-Input-input') ?? focused)
      const visible = ring.boxShadow !== 'none' || (ring.outlineStyle !== 'none' && Number.parseFloat(ring.outlineWidth) >= 2)
      return { name: (label ?? focused.getAttribute('aria-label') ?? focused.textContent).trim(), visible }
    })
    expect(at.visible, `the focus at “${at.name}” can be seen`).toBe(true)
    if (at.name === name) return
  }
  throw new Error(`Tab does not lead to “${name}”`)
}

test('staff sign in and out by keyboard alone, and always see where the focus is', async ({ visit }) => {
  const page = await visit('staff')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sono un operatore' })).toBeVisible()
  await tabTo(page, 'Vai al contenuto')
  await page.keyboard.press('Enter')
  // Two flags, the patients' entrance, and the staff's.
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Accesso operatori' })).toBeVisible()

  await tabTo(page, 'E-mail')
  await page.keyboard.type('dm@demo.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert'), 'what is missing takes the focus').toBeFocused()
  await tabTo(page, 'Inserisci la password')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('Thal-Demo-2026-staff')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Pagina principale' })).toBeVisible()

  await tabTo(page, 'Utente: Dora Manzi')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Cambia password' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Esci' }), 'the last one').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Sono un operatore' })).toBeVisible()
  await page.goto('/uhome')
  await expect(page, 'the session is over').toHaveURL(/\/$/)
})

test('a patient signs in by keyboard alone, with a code by mail', async ({ visit, letters }) => {
  const page = await visit('myconsent')
  await page.goto('/loginp')
  await expect(page.getByRole('textbox', { name: 'E-mail o numero di cellulare' })).toBeVisible()
  await tabTo(page, 'E-mail o numero di cellulare')
  await page.keyboard.type('p3@demo.example')
  await tabTo(page, 'Password')
  await page.keyboard.type(patientPassword)
  const letter = await letters.after('p3@demo.example', () => page.keyboard.press('Enter'))
  await expect(page.getByRole('textbox', { name: 'Codice' }), 'the code is typed next').toBeFocused()
  await page.keyboard.type(codeIn(letter))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Ciao, / })).toBeVisible()
})

test('a patient without an e-mail address is invited and gets the codes by SMS', async ({ visit, letters, centre }) => {
  const mobile = '+393331234567'
  const invitation = await letters.after(mobile, () =>
    centre.send('createPatients', [
      'CENTER_ID,SURNAME,NAME,LOGIN_MODE,MOBILE_PREFIX,MOBILE,LANG',
      'SMS-1,VERDI,GIANNA,Mobile,+39,3331234567,it',
    ]),
  )
  const page = await visit('myconsent', phone)
  await choosePassword(page, invitation, 'sette gatti sotto il portico')
  await signInPatient(page, letters, mobile, 'sette gatti sotto il portico')
  await expect(page.getByRole('heading', { level: 1, name: 'Ciao, GIANNA' })).toBeVisible()
})

test('whoever asked for a page without a session gets it after signing in', async ({ visit, letters }) => {
  const page = await visit('myconsent', phone)
  await page.goto('/consenso')
  await expect(page.getByRole('link', { name: 'Sono un paziente' })).toBeVisible()
  await page.getByRole('link', { name: 'Sono un paziente' }).click()
  await signInPatient(page, letters, 'p2@demo.example')
  await expect(page).toHaveURL(/\/consenso/)
})

test('D5: a patient whom a second centre invites reads so, moves to it, and the former centre is told', async ({
  visit,
  letters,
  centre,
  request,
  addresses,
}) => {
  const contact = 'due.centri@demo.example'
  const [header, row] = ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG', `VERDI,IVO,Email,${contact},it`]
  const first = await letters.after(contact, () => centre.send('createPatients', [header, `TWO-1,${row}`]))
  const page = await visit('myconsent', phone)
  await choosePassword(page, first, 'sette gatti sotto il portico')
  const second = await letters.after(contact, () => programOf(request, addresses, 'MI01').send('createPatients', [header, `TWO-1,${row}`]))

  await page.goto(linkIn(second))
  await expect(page.getByRole('heading', { level: 1, name: 'Questo recapito ha già un account' })).toBeVisible()
  const [stay, move] = [page.getByRole('button', { name: 'Resto' }), page.getByRole('button', { name: 'Passo al nuovo centro' })]
  const [one, other] = [await stay.boundingBox(), await move.boundingBox()]
  expect([other?.width, other?.height], 'both choices have the same size').toEqual([one?.width, one?.height])
  expect(await seriousFaults(page, 'light')).toEqual([])

  await move.click()
  const toldCentre = await letters.after('ca.rm01@demo.example', () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Passo al nuovo centro' }).click(),
  )
  expect(toldCentre).toContain('con il codice TWO-1 è passato a un altro centro')
  await expect(page.getByRole('heading', { level: 1, name: 'Scegli la tua password' })).toBeVisible()
  await page.getByLabel('Nuova password', { exact: true }).fill('quattro ciliegie sul muretto')
  await page.getByLabel('Conferma la nuova password').fill('quattro ciliegie sul muretto')
  await page.getByRole('button', { name: 'Cambia password' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ho capito' }).click()
  await signInPatient(page, letters, contact, 'quattro ciliegie sul muretto')
  await expect(page.getByRole('heading', { level: 1, name: 'Ciao, IVO' })).toBeVisible()
})
