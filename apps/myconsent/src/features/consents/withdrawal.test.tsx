import { AppError } from '@registry/domain/error'
import type { Withdrawn } from '@registry/api-contract/consents'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { consentDocuments, everythingGiven, fakeDocuments, nothingGiven } from '../../testing/consents.ts'
import { serve } from '../../testing/fake-server.ts'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { servePrintedDocuments } from '../../testing/printed-documents.ts'
import { openAt } from '../../testing/render-app.ts'

const withoutCode = { deletionCode: null, proof: null }

const open = async (
  withdraw: () => Promise<Withdrawn>,
  current = everythingGiven,
  myRecord: NonNullable<Parameters<typeof serve>[0]['myRecord']> = {},
) => {
  serve({
    user: patientUser(),
    myRecord,
    consents: {
      ...fakeDocuments(),
      current: async () => current,
      answered: async () => (current.given ? consentDocuments.consents : null),
      reconsentRequest: async () => null,
      withdraw,
    },
  })
  const user = await openAt('/consenso')
  await user.click(await screen.findByRole('button', { name: 'Ritiro' }))
  await screen.findByRole('heading', { level: 1, name: 'Ritiro dal registro' })
  return user
}
/** From now on the server has no session. */
const signOut = (deletionCode: string | null = null): Withdrawn => {
  serve({
    deletionStatus: {
      check: async () => ({ found: true, recipients: Array(2).fill({ dueOn: '2026-12-31', confirmedOn: null }), lastDay: '2028-12-31' }),
    },
  })
  return { deletionCode, proof: btoa('%PDF-') }
}
const confirm = () => screen.getByRole('button', { name: 'Conferma il ritiro' })
const option = (name: RegExp) => screen.getByRole('radio', { name })
const passwordField = () => screen.getByLabelText('La tua password')
/** Chooses, types the password, and presses the button for the withdrawal. */
const choose = async (user: Awaited<ReturnType<typeof open>>, name: RegExp) => {
  await user.click(option(name))
  await user.type(passwordField(), 'giusta')
  await user.click(confirm())
}

it('requires no answers first, and explains each choice and the common consequences', async () => {
  await open(
    vi.fn(async () => withoutCode),
    nothingGiven,
  )
  expect(option(/^Fermare tutto da oggi/)).not.toBeChecked()
  expect(option(/^Rendere anonimi i miei dati.*Non si può annullare/)).not.toBeChecked()
  expect(option(/^Cancellare i miei dati.*Non si può annullare/)).not.toBeChecked()
  expect(screen.getByRole('region', { name: 'In ogni caso' })).toHaveTextContent('non si possono richiamare')
})

it('REQ-PAT-28: offers a copy of the record before the withdrawal, with a fresh code', async () => {
  const download = vi.fn(async () => ({ file: btoa('%PDF-') })).mockRejectedValueOnce(new AppError('record_code_required', { minutes: 10 }))
  const user = await open(
    vi.fn(async () => withoutCode),
    everythingGiven,
    { download, requestCode: async () => ({ channel: 'mail', againInSeconds: 60, validMinutes: 5 }) },
  )
  const { saved } = servePrintedDocuments()
  await user.click(screen.getByText('Scarica una copia della cartella'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Lingua del documento' }), 'English')
  await user.click(screen.getByRole('button', { name: 'Da leggere (PDF)' }))
  await user.click(await screen.findByRole('button', { name: 'Manda il codice' }))
  await user.type(await screen.findByRole('textbox', { name: 'Codice' }), '123456')
  await user.click(screen.getByRole('button', { name: 'Scarica' }))
  await expect.poll(() => saved).toEqual(['la-mia-cartella.pdf'])
  expect(download).toHaveBeenLastCalledWith(expect.anything(), { format: 'pdf', language: 'en', otp: '123456' }, expect.anything())
})

it('requires a choice', async () => {
  const withdraw = vi.fn(async () => withoutCode)
  const user = await open(withdraw)
  await user.click(confirm())
  expect(screen.getByRole('alert')).toHaveTextContent('Scegli come ritirare il consenso')
  expect(withdraw).not.toHaveBeenCalled()
})

it('does nothing without the confirmation', async () => {
  const withdraw = vi.fn(async () => withoutCode)
  const user = await open(withdraw)
  await choose(user, /^Cancellare/)
  const question = await screen.findByRole('alertdialog', { name: 'Cancellare i miei dati' })
  expect(question).toHaveTextContent('i dati cancellati non si recuperano')
  expect(within(question).getByRole('button', { name: 'Annulla' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(withdraw).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Indietro' }))
  expect(await screen.findByRole('tab', { name: 'Consensi' })).toHaveAttribute('aria-selected', 'true')
})

const passwordError = (code: 'reauthentication_required' | 'password_wrong') => new AppError(code, undefined, { password: { code } })

it('requires the password when the server does, before a stop too', async () => {
  const withdraw = vi.fn(async () => signOut()).mockRejectedValueOnce(passwordError('reauthentication_required'))
  const user = await open(withdraw)
  await user.click(option(/^Fermare/))
  expect(screen.queryByLabelText('La tua password')).not.toBeInTheDocument()
  await user.click(confirm())
  await user.click(await screen.findByRole('button', { name: 'Mi ritiro dal registro' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Per sicurezza, inserisci di nuovo la password')
  await user.type(passwordField(), 'giusta{Enter}')
  expect(await screen.findByRole('alertdialog', { name: 'Ritiro' })).toHaveTextContent('Abbiamo registrato il tuo ritiro')
})

it('REQ-ACC-21: requires the password before data are deleted, then signs out and confirms it', async () => {
  const withdraw = vi.fn(async () => signOut()).mockRejectedValueOnce(passwordError('password_wrong'))
  const user = await open(withdraw)
  await user.click(option(/^Rendere anonimi/))
  await user.click(confirm())
  expect(screen.getByRole('alert')).toHaveTextContent('Inserisci la password')
  expect(withdraw).not.toHaveBeenCalled()
  await user.type(passwordField(), 'sbagliata{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Mi ritiro dal registro' }))
  expect(await screen.findByText('Nome utente o password non corretti', { selector: 'a' })).toBeInTheDocument()
  await user.type(passwordField(), 'giusta{Enter}')
  expect(await screen.findByRole('alertdialog', { name: 'Ritiro' })).toHaveTextContent('Abbiamo registrato il tuo ritiro')
  expect(screen.getByText('Sono un operatore')).toBeInTheDocument()
  expect(history.location.pathname).toBe('/')
  expect(withdraw).toHaveBeenLastCalledWith(
    expect.anything(),
    {
      choice: 'v2',
      shown: { version: 4, hash: 'withdrawal-4' },
      password: 'giusta',
    },
    expect.anything(),
  )
})

it('REQ-CON-17: shows the code with which the recipients of exported files can be followed', async () => {
  const code = '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV'
  const user = await open(async () => signOut(code))
  await choose(user, /^Cancellare/)
  await user.click(await screen.findByRole('button', { name: 'Mi ritiro dal registro' }))
  expect(await screen.findByRole('alertdialog', { name: 'Ritiro' })).toHaveTextContent(`Con il codice ${code} vedi quanti destinatari`)
  await user.click(screen.getByRole('button', { name: 'Copia' }))
  expect(await screen.findByRole('button', { name: 'Copiato' })).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(code)
  const { saved } = servePrintedDocuments()
  await user.click(screen.getByRole('button', { name: 'Scarica il codice' }))
  await user.click(screen.getByRole('button', { name: 'Scarica la conferma (PDF)' }))
  expect(saved).toEqual(['codice-del-ritiro.txt', 'conferma-del-ritiro.pdf'])
  await user.click(screen.getByRole('button', { name: 'Ho capito' }))
  expect(await screen.findByText('0 di 2 destinatari hanno confermato')).toBeInTheDocument()
})

it('shows the error', async () => {
  const user = await open(() => Promise.reject(new AppError('busy', { seconds: 3 })))
  await user.click(option(/^Fermare/))
  await user.click(confirm())
  await user.click(await screen.findByRole('button', { name: 'Mi ritiro dal registro' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Riprova tra 3 secondi')
  expect(option(/^Fermare/)).toBeChecked()
})

it('shows a document that has changed in between, and asks for the confirmation again', async () => {
  const withdraw = vi.fn(async () => signOut()).mockRejectedValueOnce(new AppError('consent_text_changed'))
  const user = await open(withdraw)
  await choose(user, /^Cancellare/)
  await user.click(await screen.findByRole('button', { name: 'Mi ritiro dal registro' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Il testo è cambiato mentre rispondevi')
  await user.type(passwordField(), 'giusta')
  await user.click(confirm())
  expect(await screen.findByRole('alertdialog', { name: 'Cancellare i miei dati' })).toBeInTheDocument()
})
