import { appRouter } from '@registry/api-contract/app-router'
import type { LogEntry } from '@registry/api-contract/audit-log'
import type { AuditLogView } from '@registry/api-contract/audit-log-views'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { daysBefore } from '@registry/domain/calendar'
import { validationError } from '@registry/domain/error'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { commandNames } from './command-names.ts'

const entry: LogEntry = {
  id: 41,
  timestamp: '2026-11-02T23:30:05.123Z',
  username: 'ada@example.org',
  command: 'login',
  action: '',
  from_host: '10.0.0.9',
  duration_milli: 12,
  detail: '<b>password_wrong</b>',
}
const choices = { commands: ['inthem_query', 'login'], actions: ['RUN'], users: ['ada@example.org', 'center RM01'] }

const view: AuditLogView = { id: 5, name: 'Accessi di Roma', command: 'login', action: '', username: 'center RM01', days: 7, limit: 100 }
const saveView = vi.fn()

const open = async (query = vi.fn(async () => [entry])) => {
  const detail = vi.fn(async () => ({
    ...entry,
    outcome: 'refused' as const,
    requestId: 'r-77',
    reads: { whose: 'filter 3', count: 2, columns: ['HB', 'SEX'] },
  }))
  serve({
    user: staffUser({ role: 'GlobalAdmin', areaid: 'W' }),
    auditLog: { query, choices: async () => choices, entry: detail },
    auditLogViews: { list: async () => [view], save: async (_caller, content) => saveView(content) },
  })
  return { user: await openAt('/log'), query, detail }
}
const search = () => screen.getByRole('button', { name: 'Cerca' })
const onScreen = () => screen.getByRole('radio', { name: 'Sullo schermo' })

describe('REQ-ADM-03: the log', () => {
  it('opens with the 10 latest entries of login, in Italian time, and shows a text of the log as text', async () => {
    const { query } = await open()
    expect(await screen.findByRole('button', { name: '03/11/2026, 00:30:05' })).toBeInTheDocument()
    expect(screen.getByText('<b>password_wrong</b>')).toBeInTheDocument()
    expect(screen.getByRole('gridcell', { name: 'Accesso' })).toBeInTheDocument()
    expect(query).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.objectContaining({ command: 'login', limit: 10 }),
      expect.anything(),
    )
    expect(screen.getByRole('radio', { name: '10' })).toBeChecked()
  })

  it('searches on screen unless a file is chosen, and rejects a user together with a patient, before anything is sent', async () => {
    const { user, query } = await open()
    await user.type(await screen.findByRole('combobox', { name: 'Nome utente' }), 'ada@example.org')
    await user.type(screen.getByRole('textbox', { name: 'Numero del paziente (db-id)' }), '7')
    await user.type(screen.getByRole('textbox', { name: 'Al giorno' }), '01/01/2999')
    await user.click(search())
    const summary = within((await screen.findAllByRole('alert'))[0]!)
    expect(onScreen()).toBeChecked()
    expect(summary.getByText('Ricerca contemporanea di utenti e pazienti non consentita')).toBeInTheDocument()
    expect(summary.getAllByRole('link')).toHaveLength(2)
    expect(query).toHaveBeenCalledTimes(1)
  })

  it('sends the conditions, repeats the same search, and shows when nothing matches', async () => {
    const query = vi
      .fn(async () => [entry])
      .mockResolvedValueOnce([entry])
      .mockResolvedValue([])
    const { user } = await open(query)
    await user.type(await screen.findByRole('textbox', { name: 'Numero del paziente (db-id)' }), '7')
    await user.type(screen.getByRole('textbox', { name: 'Dal giorno' }), '01/11/2026')
    await user.click(screen.getByRole('radio', { name: '1000' }))
    await user.click(onScreen())
    await user.click(search())
    expect(await screen.findByText('Nessuna voce')).toBeInTheDocument()
    expect(query).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ command: 'login', patient: '7', username: '', from: '2026-11-01', to: '', limit: 1000 }),
      expect.anything(),
    )
    await user.click(search())
    await waitFor(() => expect(query).toHaveBeenCalledTimes(3))
  })

  it('shows the errors of the server at their fields, and keeps the entries', async () => {
    const query = vi.fn(async () => [entry]).mockResolvedValueOnce([entry])
    const { user } = await open(query)
    query.mockRejectedValueOnce(validationError({ to: { code: 'value_date_future' } }))
    await user.click(await screen.findByRole('radio', { name: 'Sullo schermo' }))
    await user.click(search())
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog'), 'a failure is shown once').not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: '03/11/2026, 00:30:05' })).toBeInTheDocument()
  })

  it('REQ-ADM-17: a saved search fills the form and searches immediately, over the saved number of days', async () => {
    const { user, query } = await open()
    await user.click(await screen.findByRole('button', { name: 'Viste' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Accessi di Roma' }))
    await expect
      .poll(() => query.mock.lastCall)
      .toEqual([
        expect.anything(),
        expect.objectContaining({ username: 'center RM01', patient: '', from: daysBefore(getItalianToday(), 6), to: '', limit: 100 }),
        expect.anything(),
      ])
    expect(await screen.findByRole('button', { name: 'Vista: Accessi di Roma' })).toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: 'Nome utente' })).toHaveValue('center RM01')
  })

  it('REQ-ADM-17: a search is saved under a name, without its patient', async () => {
    const { user } = await open()
    await user.type(await screen.findByRole('textbox', { name: 'Numero del paziente (db-id)' }), '7')
    await user.click(screen.getByRole('radio', { name: '1000' }))
    await user.click(screen.getByRole('button', { name: 'Viste' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Salva questa vista…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Salva questa vista' }))
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
    await user.type(dialog.getByRole('textbox', { name: /^Nome della vista/ }), 'Accessi')
    await user.click(dialog.getByRole('button', { name: 'Salva' }))
    await expect
      .poll(() => saveView.mock.lastCall)
      .toEqual([{ name: 'Accessi', command: 'login', action: '', username: '', days: null, limit: 1000 }])
  })

  it('opens one entry with its outcome and what was read, and closes it', async () => {
    const { user, detail } = await open()
    await user.click(await screen.findByRole('button', { name: '03/11/2026, 00:30:05' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Voce del log' }))
    expect(await dialog.findByText('Rifiutato')).toBeInTheDocument()
    expect(dialog.getByText('filter 3: 2 pazienti')).toBeInTheDocument()
    expect(dialog.getByText('HB, SEX')).toBeInTheDocument()
    expect(dialog.getByText('Accesso')).toBeInTheDocument()
    expect(dialog.getByText('login')).toBeInTheDocument()
    expect(detail).toHaveBeenCalledWith(expect.anything(), { id: 41 }, expect.anything())
    await user.click(dialog.getByRole('button', { name: 'Chiudi' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('offers the commands in words, and finds them by their codes too', async () => {
    const { user } = await open()
    const command = await screen.findByRole('combobox', { name: 'Comando' })
    await user.clear(command)
    await user.type(command, 'inthem')
    await user.click(await screen.findByRole('option', { name: 'Filtri inthem_query' }))
    expect(command).toHaveValue('Filtri')
  })
})

it('every command of a procedure has a name in words', () => {
  const readCommand = (meta: unknown): string =>
    typeof meta === 'object' && meta !== null && 'command' in meta ? String(meta.command) : 'no command'
  const commands = Object.values<object>(appRouter._def.procedures).map((procedure) => readCommand(Reflect.get(procedure, 'meta')))
  expect(commands.length).toBeGreaterThan(100)
  expect(commands.filter((command) => !Object.hasOwn(commandNames, command))).toEqual([])
})
