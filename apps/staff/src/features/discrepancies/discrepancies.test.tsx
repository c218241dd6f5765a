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
    next: null,
  }))
  serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }), discrepancies: { list, ...port } })
  return { user: await openAt(path), list }
}

describe('REQ-CRF-10: the discrepancies of a centre', () => {
  it('shows patient, check and numbers, and leads to the field of the record without the code in the address', async () => {
    const { user } = await openCentre('/ca_segnalazioni')
    const row = await screen.findByRole('row', { name: /RM01-1/ })
    expect(row).toHaveTextContent('Splenomegalia: Sono entrambe indicate')
    expect(row).toHaveTextContent('RULE-06')
    expect(await screen.findByRole('tab', { name: 'Da chiudere (1)' })).toBeVisible()
    await user.click(within(row).getByRole('link', { name: 'Apri la cartella: RM01-1, Splenomegalia' }))
    await waitFor(() => expect(history.location.pathname).toBe('/ecrf/00000000-0000-4000-8000-000000000001'))
    expect(history.location.href).not.toContain('RM01-1')
    expect(history.location.hash).toBe('#field-SPLENOMEGALY')
  })

  it('shows the values that it doubts, each with its field', async () => {
    const values = [
      { field: 'SPLENOMEGALY', text: 'Sì' },
      { field: 'SPLENECTOMY', text: 'Non eseguito' },
    ]
    const list: Services['discrepancies']['list'] = async () => ({ discrepancies: [discrepancy({ values })], counts, next: null })
    await openCentre('/ca_segnalazioni', { list })
    const row = await screen.findByRole('row', { name: /RM01-1/ })
    expect(
      within(row)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Splenomegalia', 'Splenectomia'])
    expect(
      within(row)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['Sì', 'Non eseguito'])
  })

  it('asks for a reason, and keeps it when the discrepancy has changed', async () => {
    const answer = vi
      .fn<Services['discrepancies']['answer']>()
      .mockRejectedValueOnce(new AppError('discrepancy_changed'))
      .mockResolvedValue()
    const { user } = await openCentre('/ca_segnalazioni', { answer })
    await user.click(await screen.findByRole('button', { name: /^Rispondi: / }))
    const dialog = await screen.findByRole('dialog', { name: 'Controllato, corretto' })
    expect(dialog).toHaveTextContent('RM01-1, Splenomegalia')
    await user.click(within(dialog).getByRole('button', { name: 'Rispondi' }))
    expect(await within(dialog).findByRole('textbox', { name: 'Motivo' })).toBeInvalid()
    await user.type(within(dialog).getByRole('textbox', { name: 'Motivo' }), 'Ripetuto')
    await user.click(within(dialog).getByRole('button', { name: 'Rispondi' }))
    expect(await within(dialog).findByText(/non è più aperta/)).toBeVisible()
    expect(within(dialog).getByRole('textbox', { name: 'Motivo' })).toHaveValue('Ripetuto')
    await user.click(within(dialog).getByRole('button', { name: 'Rispondi' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(answer).toHaveBeenLastCalledWith(expect.anything(), { id: 7, reason: 'Ripetuto' }, expect.anything())
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
    await waitFor(() => expect(reply).toHaveBeenCalledWith(expect.anything(), { id: 3, reply: 'Sì' }, expect.anything()))
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
    expect(await screen.findByRole('row', { name: /Roma \(RM01\).*12/ })).toBeVisible()
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
