import { AppError } from '@registry/domain/error'
import type { User } from '@registry/api-contract/users'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'
import { fakeUsers, storedUser } from './testing/fake-users.ts'

fakeElementSizes()

type Person = Awaited<ReturnType<typeof openAt>>
const open = async (path: string, ...users: readonly User[]) => {
  const fake = fakeUsers(users)
  serve({ user: staffUser({ role: 'UserAdmin', areaid: 'ITI' }), users: fake })
  return { user: await openAt(path), users: fake }
}
const press = async (user: Person, name: string) => user.click(await screen.findByRole('button', { name }))
const pick = async (user: Person, role: string, field: string, place: string) => {
  await user.click(await screen.findByRole('checkbox', { name: role }))
  const dialog = within(await screen.findByRole('dialog', { name: role }))
  await user.click(dialog.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: place }))
  await user.click(dialog.getByRole('button', { name: 'Aggiungi il ruolo' }))
}

describe('REQ-ADM-07: the list of users', () => {
  it('shows roles with their places, and deleted users only on request', async () => {
    const deleted = storedUser({ id: 8, surname: 'Verdi', state: 'deleted', operations: ['restore'] })
    const { user } = await open('/utenti', storedUser(), deleted)
    const row = await screen.findByRole('row', { name: /Rossi Ada/ })
    expect(row).toHaveTextContent('Responsabile dei dati: Lazio')
    expect(screen.queryByRole('row', { name: /Verdi/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('checkbox', { name: 'Mostra anche gli utenti eliminati' }))
    expect(await screen.findByRole('row', { name: /Verdi/ })).toHaveTextContent('Eliminato')
    await user.click(screen.getByRole('link', { name: 'Rossi Ada' }))
    expect(history.location.pathname).toBe('/utente/7')
  })
})

describe('REQ-ADM-25: the last sign-in and the authenticator app', () => {
  it('are in the list and on the page of the user, in Italian time', async () => {
    const { user } = await open(
      '/utenti',
      storedUser(),
      storedUser({ id: 8, surname: 'Verdi', lastSignInAt: null, secondFactorSince: null }),
    )
    expect(await screen.findByRole('row', { name: /Rossi Ada/ })).toHaveTextContent(/21\/11\/2026, 00:30.*Attiva/)
    expect(screen.getByRole('row', { name: /Verdi/ })).toHaveTextContent(/mai.*Non attiva/)
    await user.click(screen.getByRole('link', { name: 'Rossi Ada' }))
    const read = async (term: string) => (await screen.findByText(term, { selector: 'dt' })).nextElementSibling
    expect(await read('Ultimo accesso')).toHaveTextContent('21/11/2026, 00:30')
    expect(await read('App di autenticazione')).toHaveTextContent('Attiva dal 03/11/2026')
  })

  it('of a new user are absent', async () => {
    await open('/utente/7', storedUser({ lastSignInAt: null, secondFactorSince: null }))
    expect(await screen.findByText('mai')).toBeVisible()
    expect(screen.getByText('Non attiva')).toBeVisible()
  })
})

describe('REQ-ADM-07: the page of a user', () => {
  it('whom nobody changed gives the time of the registration, as the list does', async () => {
    await open('/utente/7', storedUser({ changedBy: null }))
    expect(await screen.findByText(/^Registrato il 01\/11\/2026/)).toBeInTheDocument()
  })
})

describe('REQ-ADM-07: a new user', () => {
  it('names every missing field, and stores nothing', async () => {
    const { user, users } = await open('/utente/__new__')
    await press(user, 'Salva')
    const summary = within(await screen.findByRole('alert'))
    for (const label of ['Cognome', 'Nome', 'E-mail']) expect(summary.getByText(`${label}: Campo obbligatorio`)).toBeInTheDocument()
    expect(users.create).not.toHaveBeenCalled()
  })

  it('gets roles of areas and centres from dialogs; GlobalAdmin is out of reach', async () => {
    const { user, users } = await open('/utente/__new__')
    await user.type(await screen.findByRole('textbox', { name: 'Cognome' }), 'Rossi')
    await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Ada')
    await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ada@example.org')
    expect(screen.getByRole('checkbox', { name: 'Amministratore globale' })).toBeDisabled()
    await pick(user, 'Responsabile dei dati', 'Area', 'Centro › Lazio')
    await pick(user, 'Amministratore del centro', 'Centro', 'Roma (RM01)')
    await press(user, 'Salva')
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(users.create).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        surname: 'Rossi',
        name: 'Ada',
        email: 'ada@example.org',
        roles: [
          { role: 'DataManager', areaid: 'ITI4' },
          { role: 'CenterAdmin', center: 'RM01' },
        ],
      },
      expect.anything(),
    )
    expect(history.location.pathname).toBe('/utente/7')
  })

  it('a role needs its area', async () => {
    const { user } = await open('/utente/__new__')
    await user.click(await screen.findByRole('checkbox', { name: 'Responsabile dei dati' }))
    await press(user, 'Aggiungi il ruolo')
    expect(await screen.findByText('Campo obbligatorio')).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: 'Responsabile dei dati', hidden: true })).not.toBeChecked()
  })
})

describe('a stored user', () => {
  it('REQ-ADM-12: the second of two administrators reads who changed what, and keeps the typed text', async () => {
    const { user, users } = await open('/utente/7', storedUser())
    users.change.mockRejectedValueOnce(new AppError('user_changed', { who: 'bea@example.org', what: 'ruoli' }))
    const name = await screen.findByRole('textbox', { name: 'Nome' })
    await user.clear(name)
    await user.type(name, 'Eva')
    await press(user, 'Salva')
    expect(await screen.findByRole('alert')).toHaveTextContent('bea@example.org ha già modificato questo utente (ruoli)')
    expect(name).toHaveValue('Eva')
    expect(users.change).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        id: 7,
        version: 3,
        surname: 'Rossi',
        name: 'Eva',
        roles: [{ role: 'DataManager', areaid: 'ITI4' }],
      },
      expect.anything(),
    )
  })

  it('REQ-ADM-10: a suspension shows what stays and who can undo it', async () => {
    const { user, users } = await open('/utente/7', storedUser())
    await press(user, 'Sospendi')
    const dialog = await screen.findByRole('alertdialog', { name: 'Sospendere l’utente?' })
    expect(dialog).toHaveTextContent('Dati e ruoli restano. Un UserAdmin della sua area può annullare questa operazione.')
    await user.click(within(dialog).getByRole('button', { name: 'Sospendi' }))
    expect(users.suspend).toHaveBeenCalledExactlyOnceWith(expect.anything(), { id: 7, version: 3 }, expect.anything())
  })

  it('REQ-ADM-13: users cannot change their own roles', async () => {
    await open('/utente/7', storedUser({ isOwn: true, operations: ['change'] }))
    expect(await screen.findByRole('checkbox', { name: 'Responsabile dei dati' })).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Sospendi' })).not.toBeInTheDocument()
  })

  it('a user with a role elsewhere is readable only', async () => {
    await open('/utente/7', storedUser({ operations: [] }))
    expect(await screen.findByText(/ha un ruolo che tu non amministri/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Salva' })).not.toBeInTheDocument()
  })
})
