import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { SecurityDialog } from './security-dialog.tsx'
import type { Reauthentication } from './use-reauthentication.tsx'

const sessions = [
  {
    id: 2,
    browser: 'Firefox',
    system: 'Windows',
    ipAddress: '192.0.2.1',
    beganAt: '2026-11-21T08:00:00Z',
    lastUsedAt: '2026-11-21T09:00:00Z',
    current: true,
  },
  {
    id: 1,
    browser: null,
    system: null,
    ipAddress: '192.0.2.2',
    beganAt: '2026-11-20T08:00:00Z',
    lastUsedAt: '2026-11-20T09:00:00Z',
    current: false,
  },
]

/** The server's error at the field `password`. */
const passwordError = (code: string, message: string) =>
  Object.assign(new Error(message), { data: { detail: { code, message, fields: { password: message } } } })

const showDialog = async (props: Partial<Parameters<typeof SecurityDialog>[0]> = {}, language: 'it' | 'en' = 'it') => {
  const calls = { onEnd: vi.fn(async () => undefined), onEndAll: vi.fn(async () => undefined), onSignedOut: vi.fn(), onClose: vi.fn() }
  const user = await show(<SecurityDialog sessions={sessions} {...calls} {...props} />, { language })
  return { user, ...calls }
}

it('names the devices, and can end every session but the current one', async () => {
  const { user, onEnd } = await showDialog()
  const [own, other] = screen.getAllByRole('listitem')
  if (!own || !other) throw new Error('two sessions')
  expect(own).toHaveTextContent('Firefox su Windows')
  expect(within(own).getByText('Questo accesso')).toBeInTheDocument()
  expect(within(own).queryByRole('button')).not.toBeInTheDocument()
  expect(other).toHaveTextContent('Dispositivo sconosciuto')
  expect(other).toHaveTextContent('192.0.2.2')
  await user.click(within(other).getByRole('button', { name: /Chiudi l’accesso/ }))
  expect(onEnd).toHaveBeenCalledWith(1, {})
})

it('requires the password when the server does, shows a wrong one, and continues with the right one', async () => {
  const onEndAll = vi.fn(async ({ password }: Reauthentication) => {
    if (password === undefined) throw passwordError('reauthentication_required', 'Inserisci di nuovo la password')
    if (password !== 'giusta') throw passwordError('password_wrong', 'Password non corretta')
  })
  const { user, onSignedOut } = await showDialog({ onEndAll })
  await user.click(screen.getByRole('button', { name: 'Esci ovunque' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Esci ovunque' }))
  const dialog = await screen.findByRole('dialog', { name: 'Conferma che sei tu' })
  expect(within(dialog).getByLabelText('La tua password')).toBeValid()
  await user.click(within(dialog).getByRole('button', { name: 'Continua' }))
  expect(within(dialog).getByLabelText('La tua password')).toHaveAccessibleDescription(/Inserisci la password/)
  expect(within(dialog).getByLabelText('La tua password'), 'for screen readers too').toBeInvalid()
  await user.type(within(dialog).getByLabelText('La tua password'), 'sbagliata{Enter}')
  expect(await within(dialog).findByText('Password non corretta')).toBeInTheDocument()
  expect(onSignedOut).not.toHaveBeenCalled()
  await user.clear(within(dialog).getByLabelText('La tua password'))
  await user.type(within(dialog).getByLabelText('La tua password'), 'giusta{Enter}')
  await waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog', { name: 'Conferma che sei tu' })).not.toBeInTheDocument()
})

it('does nothing when the person cancels', async () => {
  const onEnd = vi.fn(() => Promise.reject(passwordError('reauthentication_required', 'Inserisci di nuovo la password')))
  const { user } = await showDialog({ onEnd })
  await user.click(screen.getByRole('button', { name: /Chiudi l’accesso: / }))
  await user.click(await screen.findByRole('button', { name: 'Annulla' }))
  expect(onEnd).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('shows the error', async () => {
  const onEnd = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await showDialog({ onEnd })
  await user.click(screen.getByRole('button', { name: /Chiudi l’accesso: / }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Non riusciamo a collegarci al registro')
})

it('speaks English', async () => {
  await showDialog({}, 'en')
  expect(screen.getByRole('dialog', { name: 'Security' })).toHaveTextContent('Firefox on Windows')
})
