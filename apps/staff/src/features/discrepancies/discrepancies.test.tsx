import type { Services } from '@registry/api-contract/services'
import { AppError } from '@registry/domain/error'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const check = {
  checkKey: 'RULE-06',
  rule: 'RULE-06',
  severity: 'warning',
  fields: ['SPLENOMEGALY', 'SPLENECTOMY'],
  message: 'Sono entrambe indicate',
} as const
const discrepancy = (part: Partial<Discrepancy> = {}): Discrepancy => ({
  record: '00000000-0000-4000-8000-000000000001',
  id: 7,
  code: 'RM01-1',
  ...check,
  fields: [...check.fields],
  state: 'open',
  values: [],
  openedAt: '2026-03-01T10:00:00Z',
  correctedAt: null,
  answer: null,
  closed: null,
  ...part,
})
const counts = { open: 1, answered: 0, corrected: 1, closed: 0 }
const centre = { code: 'RM01', name: 'Roma' }

const openCentre = async (path: string, port: Partial<Services['discrepancies']> = {}) => {
  const list = vi.fn<Services['discrepancies']['list']>(async (_caller, { state }) => ({
    discrepancies: [discrepancy({ state })],
    counts,
    checks: [{ ...check, fields: [...check.fields] }],
    next: null,
  }))
  serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }), discrepancies: { list, ...port } })
  return { user: await openAt(path), list }
}

describe('REQ-CRF-10: the discrepancies of a centre', () => {
  it('shows patient, check and numbers, and leads to the field of the record without the code in the address', async () => {
    const { user } = await openCentre('/ca_segnalazioni')
    const row = await screen.findByRole('row', { name: /RM01-1/ })
    expect(row).toHaveTextContent(/Splenomegalia.*Avviso.*Sono entrambe indicate/)
    expect(await screen.findByRole('tab', { name: 'Da chiudere (1)' })).toBeVisible()
    await user.click(within(row).getByRole('link', { name: 'Apri la cartella: RM01-1, Splenomegalia' }))
    await waitFor(() => expect(history.location.pathname).toBe('/ecrf/00000000-0000-4000-8000-000000000001'))
    expect(history.location.href).not.toContain('RM01-1')
    expect(history.location.hash).toBe('#field-SPLENOMEGALY')
  })

  it('shows the checks of one fact in one row, with values, last different value and limits', async () => {
    const value = (field: string, text: string, previous: Discrepancy['values'][number]['previous'] = null) => ({ field, text, previous })
    const egfr = value('EGFR_LAST', '50', { text: '95', at: '2025-02-03T10:00:00Z' })
    const list: Services['discrepancies']['list'] = async () => ({
      discrepancies: [
        discrepancy({ id: 1, fields: ['ICT_TYPE', 'EGFR_LAST'], values: [value('ICT_TYPE', 'Deferasirox'), egfr], message: 'Rene' }),
        discrepancy({ id: 2, fields: ['EGFR_LAST'], values: [egfr], message: 'Insolito' }),
      ],
      counts,
      checks: [],
      next: null,
    })
    const answer = vi.fn<Services['discrepancies']['answer']>().mockResolvedValue()
    const { user } = await openCentre('/ca_segnalazioni', { list, answer })
    const row = await screen.findByRole('row', { name: /RM01-1/ })
    expect(row).toHaveTextContent('50')
    expect(row).toHaveTextContent('95, 03/02/2025')
    expect(row).toHaveTextContent('+1')
    await user.click(within(row).getByRole('button', { name: /Dettagli: / }))
    expect(await screen.findByText('Insolito (RULE-06)')).toBeVisible()
    expect(screen.getByText('Deferasirox')).toBeVisible()
    await user.click(within(row).getByRole('button', { name: /^È corretto: / }))
    await user.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Ripetuto')
    await user.click(screen.getByRole('button', { name: 'È corretto' }))
    await waitFor(() => expect(answer).toHaveBeenCalledWith(expect.anything(), { ids: [1, 2], reason: 'Ripetuto' }, expect.anything()))
    expect(await screen.findByText('Risposta salvata per 2 segnalazioni')).toBeVisible()
  })

  it('answers selected discrepancies with one reason, and keeps it when one has changed', async () => {
    const answer = vi
      .fn<Services['discrepancies']['answer']>()
      .mockRejectedValueOnce(new AppError('discrepancy_changed'))
      .mockResolvedValue()
    const others = ['HB_LAST', 'WEIGHT'].map((field, index) => discrepancy({ id: 8 + index, code: 'RM01-2', fields: [field] }))
    const list: Services['discrepancies']['list'] = async () => ({
      discrepancies: [discrepancy(), ...others],
      counts,
      checks: [],
      next: null,
    })
    const { user } = await openCentre('/ca_segnalazioni', { list, answer })
    await user.click(await screen.findByRole('checkbox', { name: 'Seleziona: RM01-1, Splenomegalia' }))
    await user.click(screen.getAllByRole('checkbox', { name: /^Seleziona: RM01-2/ })[1]!)
    await user.click(screen.getByRole('button', { name: 'Rispondi a 2 segnalazioni' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confermi che i valori di 2 segnalazioni sono corretti?' })
    await user.click(within(dialog).getByRole('button', { name: 'È corretto' }))
    expect(await within(dialog).findByRole('textbox', { name: 'Motivo' })).toBeInvalid()
    await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Ripetuto')
    await user.click(within(dialog).getByRole('button', { name: 'È corretto' }))
    expect(await within(dialog).findByText(/non è più aperta/)).toBeVisible()
    expect(within(dialog).getByRole('textbox', { name: 'Motivo' })).toHaveValue('Ripetuto')
    await user.click(within(dialog).getByRole('button', { name: 'È corretto' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(answer).toHaveBeenLastCalledWith(expect.anything(), { ids: [7, 9], reason: 'Ripetuto' }, expect.anything())
  })

  it('says that a selection has only the shown rows while the list continues', async () => {
    const list: Services['discrepancies']['list'] = async () => ({ discrepancies: [discrepancy()], counts, checks: [], next: 9 })
    const { user } = await openCentre('/ca_segnalazioni', { list })
    await user.click(await screen.findByRole('checkbox', { name: 'Seleziona quelle mostrate' }))
    expect(screen.getByText('Solo tra le segnalazioni mostrate: l’elenco continua.')).toBeVisible()
  })

  it('keeps the place in the list after an answer', async () => {
    const rows = ['HB_LAST', 'WEIGHT', 'HEIGHT'].map((field, index) =>
      discrepancy({ id: index + 1, code: `RM01-${index + 1}`, fields: [field] }),
    )
    const open = new Set(rows.map(({ id }) => id))
    const list: Services['discrepancies']['list'] = async () => ({
      discrepancies: rows.filter(({ id }) => open.has(id)),
      counts,
      checks: [],
      next: null,
    })
    const answer: Services['discrepancies']['answer'] = async (_caller, { ids }) => ids.forEach((id) => open.delete(id))
    const { user } = await openCentre('/ca_segnalazioni', { list, answer })
    await user.click(await screen.findByRole('button', { name: /^È corretto: RM01-2/ }))
    await user.type(await screen.findByRole('textbox', { name: 'Motivo' }), 'Ripetuto')
    await user.click(screen.getByRole('button', { name: 'È corretto' }))
    await waitFor(() => expect(screen.getByRole('button', { name: /^È corretto: RM01-3/ })).toHaveFocus())
  })

  it('closes corrected discrepancies, and shows those of one check', async () => {
    const close = vi.fn<Services['discrepancies']['close']>().mockResolvedValue({ closed: 1 })
    const { user, list } = await openCentre('/ca_segnalazioni?parte=corrette&controllo=RULE-06', { close })
    await user.click(await screen.findByRole('button', { name: 'Chiudi tutte quelle mostrate' }))
    await waitFor(() => expect(close).toHaveBeenCalledWith(expect.anything(), { ids: [7] }, expect.anything()))
    expect(list).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ state: 'corrected', checkKey: 'RULE-06' }),
      expect.anything(),
    )
  })
})

describe('REQ-CRF-11: queries', () => {
  const query = {
    id: 3,
    centre,
    check: { ...check, fields: [...check.fields] },
    field: null,
    patient: null,
    state: 'open' as const,
    question: { text: 'Sono corrette?', by: 'dm@example.org', at: '2026-03-01T10:00:00Z' },
    reply: null,
    closed: null,
  }

  it('a centre replies', async () => {
    const reply = vi.fn<Services['discrepancies']['reply']>().mockResolvedValue()
    const { user } = await openCentre('/ca_segnalazioni?parte=richieste', { queries: async () => [query], reply })
    await user.click(await screen.findByRole('button', { name: 'Rispondi' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'Risposta' }), 'Sì')
    await user.click(within(dialog).getByRole('button', { name: 'Invia la risposta' }))
    await waitFor(() => expect(reply).toHaveBeenCalledWith(expect.anything(), { of: 'centre', id: 3, reply: 'Sì' }, expect.anything()))
  })

  it('REQ-CRF-23: a DataManager replies to the question of a centre, which has no patient, and the closed queries are apart', async () => {
    const reply = vi.fn<Services['discrepancies']['reply']>().mockResolvedValue()
    const fieldQuery = { ...query, id: 4, check: null, field: 'HB' as const, question: { ...query.question, text: 'Prima o dopo?' } }
    const closed = { ...query, id: 5, state: 'closed' as const, question: { ...query.question, text: 'Vecchia domanda' } }
    serve({
      user: staffUser({ role: 'DataManager', areaid: 'IT' }),
      discrepancies: { overview: async () => ({ centres: [centre], counts: [] }), queries: async () => [fieldQuery, closed], reply },
    })
    const user = await openAt('/dm_segnalazioni')
    const asked = await screen.findByText('Prima o dopo?')
    expect(asked.closest('li')).toHaveTextContent(/Roma \(RM01\)Campo: Emoglobina/)
    expect(screen.getByText('Vecchia domanda').compareDocumentPosition(asked)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    await user.click(screen.getByRole('button', { name: 'Rispondi' }))
    const dialog = await screen.findByRole('dialog', { name: 'Rispondi a Roma' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Risposta' }), 'Prima')
    await user.click(within(dialog).getByRole('button', { name: 'Invia la risposta' }))
    await expect.poll(() => reply.mock.calls[0]?.[1]).toEqual({ of: 'area', id: 4, reply: 'Prima' })
  })

  it('REQ-CRF-23: a centre reads the reply to its question, goes to the field, and closes the question', async () => {
    const closeQuery = vi.fn<Services['discrepancies']['closeQuery']>().mockResolvedValue()
    const asked = { ...query, check: null, field: 'HB' as const, patient: { record: discrepancy().record, code: 'RM01-1' } }
    const { user } = await openCentre('/ca_segnalazioni?parte=richieste', { queries: async () => [asked], closeQuery })
    expect(await screen.findByRole('link', { name: 'RM01-1, Emoglobina' })).toHaveAttribute(
      'href',
      `/ecrf/${discrepancy().record}#field-HB`,
    )
    expect(screen.queryByRole('button', { name: 'Rispondi' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Chiudi la richiesta' }))
    await expect.poll(() => closeQuery.mock.calls[0]?.[1]).toEqual({ of: 'centre', id: 3 })
  })

  it('a DataManager sees numbers, asks about a check, and asks any centre of the area', async () => {
    const ask = vi.fn<Services['discrepancies']['ask']>().mockResolvedValue()
    serve({
      user: staffUser({ role: 'DataManager', areaid: 'IT' }),
      discrepancies: {
        overview: async () => ({
          centres: [centre],
          counts: [{ centre, ...check, fields: [...check.fields], open: 12, answered: 3, corrected: 1 }],
        }),
        queries: async () => [],
        ask,
      },
    })
    const user = await openAt('/dm_segnalazioni')
    const matrix = await screen.findByRole('region', { name: 'Segnalazioni aperte per controllo e centro' })
    expect(within(matrix).getByRole('columnheader', { name: 'RM01' })).toBeVisible()
    expect(within(matrix).getByRole('row', { name: /^Splenomegalia Sono entrambe indicate \(RULE-06\).*12/ })).toBeVisible()
    await user.click(within(matrix).getByRole('link', { name: '12: RM01, Splenomegalia' }))
    expect(await screen.findByRole('row', { name: /Roma \(RM01\).*12 3 1/ })).toBeVisible()
    expect(history.location.search).toBe('?controllo=RULE-06&centro=RM01')
    await user.click(screen.getByRole('button', { name: 'Chiedi al centro: RM01, Splenomegalia' }))
    await user.type(await screen.findByRole('textbox', { name: 'Domanda' }), 'Perché?')
    await user.click(screen.getByRole('button', { name: 'Invia la richiesta' }))
    await waitFor(() =>
      expect(ask).toHaveBeenCalledWith(
        expect.anything(),
        { centreCode: 'RM01', checkKey: 'RULE-06', question: 'Perché?' },
        expect.anything(),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Nuova richiesta di chiarimento' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'Domanda' }), 'Come va?')
    await user.click(within(dialog).getByRole('combobox', { name: 'Centro' }))
    await user.click(await screen.findByRole('option', { name: 'Roma (RM01)' }))
    await user.click(within(dialog).getByRole('button', { name: 'Invia la richiesta' }))
    await waitFor(() =>
      expect(ask).toHaveBeenLastCalledWith(expect.anything(), { centreCode: 'RM01', question: 'Come va?' }, expect.anything()),
    )
  })
})
