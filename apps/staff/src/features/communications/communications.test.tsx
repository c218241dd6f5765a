import { staffUser } from '@registry/app-shell/testing/people.ts'
import { AppError } from '@registry/domain/error'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'
import { fakeCommunications, sentCommunication, storedCommunication } from './testing/fake-communications.ts'

fakeElementSizes()

type Person = Awaited<ReturnType<typeof openAt>>
const open = async (path: string, stored = storedCommunication(), after = stored) => {
  const communications = fakeCommunications(stored, after)
  serve({ user: staffUser({ role: 'GlobalAdmin', areaid: 'W' }), communications })
  return { user: await openAt(path), communications }
}
const press = async (user: Person, name: string) => user.click(await screen.findByRole('button', { name }))
const choose = async (user: Person, field: string, option: string) => {
  await user.click(await screen.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const paste = async (user: Person, index: number, field: string, text: string) => {
  await user.click(screen.getAllByRole('textbox', { name: field })[index]!)
  await user.paste(text)
}

describe('REQ-COM-01: the list of communications', () => {
  it('shows type and state, and opens one', async () => {
    const { user } = await open('/comunicazioni', sentCommunication)
    const row = await screen.findByRole('row', { name: /Nuovi orari/ })
    expect(row).toHaveTextContent('Messaggio ai pazienti')
    expect(row).toHaveTextContent('Inviata')
    await user.click(screen.getByRole('link', { name: 'Nuovi orari' }))
    expect(history.location.pathname).toBe('/comunicazione/4')
  })
})

describe('REQ-COM-02: writing', () => {
  it('names every missing field, and a placeholder that is not allowed', async () => {
    const { user, communications } = await open('/comunicazione/__new__')
    await screen.findByRole('heading', { level: 1, name: 'Nuova comunicazione' })
    await paste(user, 0, 'Testo dell’e-mail', 'La tua HB è {hb}')
    await press(user, 'Salva la bozza')
    const summary = within(await screen.findByRole('alert'))
    expect(summary.getAllByText(/: Campo obbligatorio$/).map(({ textContent }) => textContent)).toEqual([
      'Oggetto, Italiano: Campo obbligatorio',
      'Testo dell’SMS, Italiano: Campo obbligatorio',
      'Oggetto, Inglese: Campo obbligatorio',
      'Testo dell’e-mail, Inglese: Campo obbligatorio',
      'Testo dell’SMS, Inglese: Campo obbligatorio',
    ])
    expect(summary.getByText(/\{hb\} non è un segnaposto consentito/)).toBeInTheDocument()
    expect(communications.create).not.toHaveBeenCalled()
  })

  it('to staff asks for roles and area, without filter and SMS, and saves the draft', async () => {
    const made = storedCommunication({
      type: 'STAFF_MESSAGE',
      filterId: null,
      filterName: null,
      consent: null,
      roles: ['DataManager'],
      areaid: 'ITI',
    })
    const { user, communications } = await open('/comunicazione/__new__', made)
    await choose(user, 'Tipo', 'Messaggio agli operatori')
    expect(screen.queryByRole('textbox', { name: 'Testo dell’SMS' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('checkbox', { name: 'Responsabile dei dati' }))
    await choose(user, 'Area', 'Centro')
    for (const [index, language] of ['it', 'en'].entries()) {
      await paste(user, index, 'Oggetto', `Oggetto ${language}`)
      await paste(user, index, 'Testo dell’e-mail', `Testo ${language}`)
    }
    await press(user, 'Salva la bozza')
    await waitFor(() => expect(history.location.pathname).toBe('/comunicazione/4'))
    expect(communications.create).toHaveBeenCalledWith(
      expect.anything(),
      {
        type: 'STAFF_MESSAGE',
        filterId: null,
        consent: null,
        roles: ['DataManager'],
        areaid: 'ITI',
        texts: { it: { subject: 'Oggetto it', body: 'Testo it', sms: null }, en: { subject: 'Oggetto en', body: 'Testo en', sms: null } },
      },
      expect.anything(),
    )
  })

  it('previews both languages with an invented greeting, and shows how many people it would reach', async () => {
    await open('/comunicazione/4')
    const italian = within(await screen.findByRole('article', { name: 'Italiano' }))
    expect(italian.getByText('Gentile Maria Rossi, il Centro di esempio ha nuovi orari.')).toBeInTheDocument()
    expect(within(screen.getByRole('article', { name: 'Inglese' })).getByText(/^Dear Maria Rossi/)).toBeInTheDocument()
    expect(await screen.findByText('Oggi la riceverebbero: almeno 120 persone per e-mail, meno di 10 persone per SMS')).toBeInTheDocument()
  })

  it('shows who changed a draft in between', async () => {
    const { user, communications } = await open('/comunicazione/4')
    communications.change.mockRejectedValue(new AppError('communication_changed', { who: 'other@example.org' }))
    await press(user, 'Modifica la bozza')
    await paste(user, 0, 'Oggetto', ' da lunedì')
    await press(user, 'Salva la bozza')
    expect(await screen.findByText(/other@example\.org ha già modificato/)).toBeInTheDocument()
  })
})

describe('REQ-COM-06: sending', () => {
  it('a test goes to the writer', async () => {
    const { user } = await open('/comunicazione/4')
    await press(user, 'Invia una prova a me')
    expect(await screen.findByText('Prova inviata a ga@example.org')).toBeInTheDocument()
  })

  it('REQ-COM-03: needs the confirmation about health, and asks for the day of a later time', async () => {
    const scheduled = storedCommunication({ state: 'scheduled', operations: ['cancel'], scheduledFor: '2126-01-02T08:30:00.000Z' })
    const { user, communications } = await open('/comunicazione/4', storedCommunication(), scheduled)
    await press(user, 'Invia o programma')
    const dialog = within(await screen.findByRole('dialog', { name: 'Invia o programma' }))
    await user.click(dialog.getByRole('radio', { name: 'In un giorno e a un’ora' }))
    await user.click(dialog.getByRole('button', { name: 'Programma' }))
    expect(dialog.getByText('Conferma prima di inviare')).toBeInTheDocument()
    expect(dialog.getByText('Campo obbligatorio')).toBeInTheDocument()
    await user.click(dialog.getByRole('checkbox', { name: /non dicono nulla sulla salute/ }))
    await user.click(dialog.getByRole('radio', { name: 'Subito' }))
    await user.click(dialog.getByRole('button', { name: 'Invia' }))
    expect(await screen.findByText(/I destinatari sono quelli di quel momento/)).toBeInTheDocument()
    expect(communications.schedule).toHaveBeenCalledWith(expect.anything(), { id: 4, version: 2, at: null }, expect.anything())
  })

  it('is cancelled after a question that shows what still arrives', async () => {
    const sending = storedCommunication({ state: 'sending', operations: ['cancel'], scheduledFor: '2026-11-03T09:00:00.000Z' })
    const { user, communications } = await open('/comunicazione/4', sending, { ...sending, state: 'cancelled', operations: [] })
    await press(user, 'Annulla l’invio')
    const question = within(await screen.findByRole('alertdialog', { name: 'Annullare l’invio?' }))
    await user.click(question.getByRole('button', { name: 'Annulla l’invio' }))
    expect(await screen.findByText('Annullata')).toBeInTheDocument()
    expect(communications.cancel).toHaveBeenCalledWith(expect.anything(), { id: 4, version: 2 }, expect.anything())
  })

  it('shows delivered and failed messages in rounded numbers, and the history', async () => {
    await open('/comunicazione/4', sentCommunication)
    const table = within(await screen.findByRole('group', { name: 'Destinatari per esito' }))
    expect(table.getByRole('row', { name: /Consegnati/ })).toHaveTextContent('110')
    expect(table.getByRole('row', { name: /Non consegnati/ })).toHaveTextContent('meno di 10')
    expect(screen.getByText('I numeri di pazienti sono arrotondati per difetto alla decina.')).toBeInTheDocument()
    const rows = within(screen.getByRole('group', { name: 'Storia' })).getAllByRole('row')
    expect(rows[1]).toHaveTextContent(/Invio finito.*il registro/)
    expect(rows[2]).toHaveTextContent(/Programmata.*ga@example\.org/)
  })
})
