import { AppError } from '@registry/domain/error'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

const person = staffUser({ role: 'UserAdmin', areaid: 'IT' })
const home = {
  staff: async () => ({ areas: [], tasks: [], patients: null, cohort: null, deletionRequests: [] }),
}
const none = { active: false, since: null, recoveryCodesLeft: 0, obliged: false }
const active = { active: true, since: '2026-11-21T09:00:00.000Z', recoveryCodesLeft: 9, obliged: false }
const enrolment = { secret: 'ABCDEFGHIJKLMNOP', address: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP', validMinutes: 15 }
const codes = { recoveryCodes: ['A222-2222-2222', 'B333-3333-3333'] }
const field = (name: string, code: 'reauthentication_required' | 'second_factor_wrong'): Promise<never> =>
  Promise.reject(new AppError('validation_failed', undefined, { [name]: { code } }))

describe('adding an authenticator app', () => {
  it('shows the secret as QR code and text, checks a code and shows the recovery codes', async () => {
    const confirm = vi.fn(async () => codes)
    serve({ user: person, home, secondFactor: { state: async () => none, begin: async () => enrolment, confirm: confirm } })
    const user = await openAt('/second_factor')
    await user.click(await screen.findByRole('button', { name: 'Aggiungi un’app' }))
    expect(await screen.findByRole('img', { name: 'Codice QR per l’app di autenticazione' })).toBeInTheDocument()
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Copia la chiave' }))
    expect(await screen.findByRole('button', { name: 'Chiave copiata' })).toBeVisible()
    expect(await navigator.clipboard.readText(), 'without the blanks of the screen').toBe('ABCDEFGHIJKLMNOP')
    await user.type(screen.getByLabelText('Codice dell’app'), '12345')
    await user.click(screen.getByRole('button', { name: 'Conferma' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Scrivi le 6 cifre che mostra l’app')
    await user.type(screen.getByLabelText('Codice dell’app'), '6{Enter}')
    expect(await screen.findByText('B333-3333-3333')).toBeInTheDocument()
    expect(confirm).toHaveBeenCalledWith(expect.anything(), { otp: '123456' }, expect.anything())
    serve({ user: person, home, secondFactor: { state: async () => active } })
    await user.click(screen.getByRole('button', { name: 'Li ho conservati' }))
    expect(await screen.findByText(/Attiva dal/)).toBeInTheDocument()
    expect(screen.queryByText('B333-3333-3333')).not.toBeInTheDocument()
  })

  it('shows that a code was wrong and clears the field', async () => {
    const confirm = () => field('otp', 'second_factor_wrong')
    serve({ user: person, secondFactor: { state: async () => none, begin: async () => enrolment, confirm: confirm } })
    const user = await openAt('/second_factor')
    await user.click(await screen.findByRole('button', { name: 'Aggiungi un’app' }))
    await user.type(await screen.findByLabelText('Codice dell’app'), '123456{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Codice non corretto o già usato')
    expect(screen.getByLabelText('Codice dell’app')).toHaveValue('')
  })

  it('requires the password again when the server does', async () => {
    const begin = vi.fn(async (_by: unknown, { password }: { password?: string | undefined }) =>
      password === 'giusta' ? enrolment : field('password', 'reauthentication_required'),
    )
    serve({ user: person, secondFactor: { state: async () => none, begin } })
    const user = await openAt('/second_factor')
    await user.click(await screen.findByRole('button', { name: 'Aggiungi un’app' }))
    await user.type(await screen.findByLabelText('La tua password'), 'giusta{Enter}')
    expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('is the only page while the second factor is required and missing', async () => {
    serve({ user: { ...person, secondFactorMissing: true }, secondFactor: { state: async () => ({ ...none, obliged: true }) } })
    const user = await openAt('/uhome')
    expect(await screen.findByRole('heading', { level: 1, name: 'App di autenticazione' })).toBeInTheDocument()
    expect(screen.getByText(/Prima di continuare/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Menu' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^Utente: / }))
    expect(screen.queryByRole('menuitem', { name: 'Sicurezza' })).not.toBeInTheDocument()
  })
})

describe('an active authenticator app', () => {
  it('can be removed after a confirmation and with the password', async () => {
    const remove = vi.fn((_by: unknown, { password }: { password?: string | undefined }) =>
      password === undefined ? field('password', 'reauthentication_required') : Promise.resolve(),
    )
    serve({ user: person, secondFactor: { state: async () => active, remove } })
    const user = await openAt('/second_factor')
    await user.click(await screen.findByRole('button', { name: 'Rimuovi l’app' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Rimuovi l’app' }))
    serve({ user: person, secondFactor: { state: async () => none, remove } })
    await user.type(await screen.findByLabelText('La tua password'), 'giusta{Enter}')
    expect(await screen.findByRole('button', { name: 'Aggiungi un’app' })).toBeInTheDocument()
    expect(remove).toHaveBeenLastCalledWith(expect.anything(), { password: 'giusta' }, expect.anything())
  })

  it('shows why it cannot be removed', async () => {
    const remove = () => Promise.reject(new AppError('second_factor_carries_password'))
    serve({ user: person, secondFactor: { state: async () => active, remove } })
    const user = await openAt('/second_factor')
    await user.click(await screen.findByRole('button', { name: 'Rimuovi l’app' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Rimuovi l’app' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('almeno 15 caratteri')
  })

  it('cannot be removed where all staff must have one', async () => {
    serve({ user: person, secondFactor: { state: async () => ({ ...active, obliged: true }) } })
    await openAt('/second_factor')
    expect(await screen.findByText(/non si può togliere/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Rimuovi l’app' })).not.toBeInTheDocument()
  })
})

describe('the security dialog', () => {
  const session = {
    id: 1,
    browser: 'Firefox',
    system: 'Linux',
    ipAddress: '192.0.2.1',
    beganAt: '2026-11-21T08:00:00Z',
    lastUsedAt: '2026-11-21T09:00:00Z',
  }

  it('opens from the user menu, shows the second factor and leads to its page', async () => {
    serve({
      user: person,
      home,
      secondFactor: { state: async () => active },
      ownSessions: { list: async () => [{ ...session, current: true }] },
    })
    const user = await openAt('/uhome')
    await user.click(await screen.findByRole('button', { name: /^Utente: / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sicurezza' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sicurezza' })
    expect(await within(dialog).findByText('Firefox su Linux')).toBeInTheDocument()
    expect(await within(dialog).findByText('9 codici di recupero')).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Cambia app o codici di recupero' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'App di autenticazione' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('ends all sessions and opens the home page', async () => {
    const endAll = vi.fn(async () => serve({}))
    serve({
      user: person,
      home,
      secondFactor: { state: async () => none },
      ownSessions: { list: async () => [{ ...session, current: true }], endAll },
    })
    const user = await openAt('/uhome')
    await user.click(await screen.findByRole('button', { name: /^Utente: / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sicurezza' }))
    await user.click(await screen.findByRole('button', { name: 'Esci ovunque' }))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Esci ovunque' }))
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(endAll).toHaveBeenCalledOnce()
  })
})
