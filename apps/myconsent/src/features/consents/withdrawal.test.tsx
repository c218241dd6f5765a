import { AppError } from '@registry/domain/error'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { consentDocuments, everythingGiven, nothingGiven } from '../../testing/consents.ts'
import { serve } from '../../testing/fake-server.ts'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

const open = async (withdraw: () => Promise<void>, current = everythingGiven) => {
  serve({
    user: patientUser(),
    consents: { document: async (_by, kind) => consentDocuments[kind], current: async () => current, withdraw },
  })
  const user = await openAt('/consenso')
  await user.click(await screen.findByRole('button', { name: 'Ritiro' }))
  await screen.findByRole('heading', { level: 1, name: 'Ritiro dal registro' })
  return user
}
const confirm = () => screen.getByRole('button', { name: 'Conferma il ritiro' })
const option = (name: RegExp) => screen.getByRole('radio', { name })

it('requires no answers first, and explains each choice and the common consequences', async () => {
  await open(
    vi.fn(async () => undefined),
    nothingGiven,
  )
  expect(option(/^Fermare tutto da oggi/)).not.toBeChecked()
  expect(option(/^Rendere anonimi i miei dati.*Non si può annullare/)).not.toBeChecked()
  expect(option(/^Cancellare i miei dati.*Non si può annullare/)).not.toBeChecked()
  expect(screen.getByRole('region', { name: 'In ogni caso' })).toHaveTextContent('non si possono richiamare')
})

it('requires a choice', async () => {
  const withdraw = vi.fn(async () => undefined)
  const user = await open(withdraw)
  await user.click(confirm())
  expect(screen.getByRole('alert')).toHaveTextContent('Scegli come ritirare il consenso')
  expect(withdraw).not.toHaveBeenCalled()
})

it('does nothing without the confirmation', async () => {
  const withdraw = vi.fn(async () => undefined)
  const user = await open(withdraw)
  await user.click(option(/^Cancellare/))
  await user.click(confirm())
  const question = await screen.findByRole('alertdialog', { name: 'Cancellare i miei dati' })
  expect(question).toHaveTextContent('i dati cancellati non si recuperano')
  expect(within(question).getByRole('button', { name: 'Annulla' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(withdraw).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Indietro' }))
  expect(await screen.findByRole('tab', { name: 'Consensi' })).toHaveAttribute('aria-selected', 'true')
})

it('requires the password when the server does, then signs out and confirms it', async () => {
  const passwordError = (code: 'reauthentication_required' | 'password_wrong') => new AppError(code, undefined, { password: { code } })
  const withdraw = vi
    .fn(async () => serve({}))
    .mockRejectedValueOnce(passwordError('reauthentication_required'))
    .mockRejectedValueOnce(passwordError('password_wrong'))
  const user = await open(withdraw)
  await user.click(option(/^Rendere anonimi/))
  await user.click(confirm())
  await user.click(await screen.findByRole('button', { name: 'Mi ritiro dal registro' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Per sicurezza, inserisci di nuovo la password')
  await user.click(confirm())
  expect(screen.getByRole('alert')).toHaveTextContent('Inserisci la password')
  await user.type(screen.getByLabelText('La tua password'), 'sbagliata{Enter}')
  expect(await screen.findByText('Nome utente o password non corretti', { selector: 'a' })).toBeInTheDocument()
  await user.type(screen.getByLabelText('La tua password'), 'giusta{Enter}')
  expect(await screen.findByRole('alertdialog', { name: 'Ritiro' })).toHaveTextContent('Abbiamo registrato il tuo ritiro')
  expect(screen.getByText('Sono un operatore')).toBeInTheDocument()
  expect(history.location.pathname).toBe('/')
  expect(withdraw).toHaveBeenLastCalledWith(expect.anything(), {
    choice: 'v2',
    shown: { version: 4, hash: 'withdrawal-4' },
    password: 'giusta',
  })
})

it('shows the error', async () => {
  const user = await open(() => Promise.reject(new AppError('busy', { seconds: 3 })))
  await user.click(option(/^Fermare/))
  await user.click(confirm())
  await user.click(await screen.findByRole('button', { name: 'Mi ritiro dal registro' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Riprova tra 3 secondi')
  expect(option(/^Fermare/)).toBeChecked()
})

it('shows texts that have changed in between, and asks for the confirmation again', async () => {
  const withdraw = vi.fn(async () => serve({})).mockRejectedValueOnce(new AppError('consent_text_changed'))
  const user = await open(withdraw)
  await user.click(option(/^Cancellare/))
  await user.click(confirm())
  await user.click(await screen.findByRole('button', { name: 'Mi ritiro dal registro' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Il testo è cambiato mentre rispondevi')
  await user.click(confirm())
  expect(await screen.findByRole('alertdialog', { name: 'Cancellare i miei dati' })).toBeInTheDocument()
})
