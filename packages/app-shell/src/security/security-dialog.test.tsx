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
    fromHost: '192.0.2.1',
    beganAt: '2026-11-21T08:00:00Z',
    lastUsedAt: '2026-11-21T09:00:00Z',
    current: true,
  },
  {
    id: 1,
    browser: null,
    system: null,
    fromHost: '192.0.2.2',
    beganAt: '2026-11-20T08:00:00Z',
    lastUsedAt: '2026-11-20T09:00:00Z',
    current: false,
  },
]

/** As the server refuses: at the field `password`. */
const refusal = (code: string, message: string) =>
  Object.assign(new Error(message), { data: { detail: { code, message, fields: { password: message } } } })

const shown = async (given: Partial<Parameters<typeof SecurityDialog>[0]> = {}, language: 'it' | 'en' = 'it') => {
  const calls = { onEnd: vi.fn(async () => undefined), onEndAll: vi.fn(async () => undefined), onSignedOut: vi.fn(), onClose: vi.fn() }
  const user = await show(<SecurityDialog sessions={sessions} {...calls} {...given} />, { language })
  return { user, ...calls }
}

it('tells the devices in words, and ends every session but the one at hand', async () => {
  const { user, onEnd } = await shown()
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

it('asks for the password where the server wants it, says when it is wrong, and goes on with it', async () => {
  const onEndAll = vi.fn(async ({ password }: Reauthentication) => {
    if (password === undefined) throw refusal('proof_required', 'Inserisci di nuovo la password')
    if (password !== 'giusta') throw refusal('password_wrong', 'Password non corretta')
  })
  const { user, onSignedOut } = await shown({ onEndAll })
  await user.click(screen.getByRole('button', { name: 'Esci ovunque' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Esci ovunque' }))
  const asked = await screen.findByRole('dialog', { name: 'Conferma che sei tu' })
  await user.click(within(asked).getByRole('button', { name: 'Continua' }))
  expect(within(asked).getByLabelText('La tua password')).toHaveAccessibleDescription(/Inserisci la password/)
  await user.type(within(asked).getByLabelText('La tua password'), 'sbagliata{Enter}')
  expect(await within(asked).findByText('Password non corretta')).toBeInTheDocument()
  expect(onSignedOut).not.toHaveBeenCalled()
  await user.clear(within(asked).getByLabelText('La tua password'))
  await user.type(within(asked).getByLabelText('La tua password'), 'giusta{Enter}')
  await waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce())
  expect(screen.queryByRole('dialog', { name: 'Conferma che sei tu' })).not.toBeInTheDocument()
})

it('does nothing when the person gives up', async () => {
  const onEnd = vi.fn(() => Promise.reject(refusal('proof_required', 'Inserisci di nuovo la password')))
  const { user } = await shown({ onEnd })
  await user.click(screen.getByRole('button', { name: /Chiudi l’accesso: / }))
  await user.click(await screen.findByRole('button', { name: 'Annulla' }))
  expect(onEnd).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('says what went wrong', async () => {
  const onEnd = vi.fn(() => Promise.reject(new Error('la rete non risponde')))
  const { user } = await shown({ onEnd })
  await user.click(screen.getByRole('button', { name: /Chiudi l’accesso: / }))
  expect(await screen.findByRole('alert')).toHaveTextContent('la rete non risponde')
})

it('speaks English', async () => {
  await shown({}, 'en')
  expect(screen.getByRole('dialog', { name: 'Security' })).toHaveTextContent('Firefox on Windows')
})
