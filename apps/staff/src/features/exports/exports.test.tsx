import type { Manifest, ManifestLine } from '@registry/api-contract/exports'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const id = '0192f0c1-2222-7333-8444-555555555555'
const line: ManifestLine = {
  id,
  at: '2026-11-02T10:30:00.000Z',
  actor: 'dm@example.org',
  asRole: 'DataManager',
  filter: { id: 3, version: 2, name: 'Ferritina alta' },
  study: null,
  format: 'csv',
  outcome: 'complete',
  rows: 1200,
}
const manifest: Manifest = {
  ...line,
  columns: ['SEX', 'HB'],
  patients: 1199,
  excluded: { noConsent: 4, noAnswer: 2, noValue: 1 },
  uniqueRows: 7,
  rowsInSmallGroups: 9,
  generalised: false,
  labels: true,
  delimiter: 'semicolon',
  reason: 'Analisi della ferritina',
  lacksReason: false,
  repeats: null,
  repeatable: true,
  ended: { at: '2026-11-02T10:31:00.000Z', bytes: 5120, sha256: 'ab'.repeat(32) },
}
const choices = { people: ['ca@example.org', 'dm@example.org'], filters: [{ id: 3, name: 'Ferritina alta' }] }

const open = async (
  address = '',
  search = vi.fn(async () => ({ manifests: [line], next: null as string | null })),
  people = choices.people,
  shown: typeof manifest = manifest,
) => {
  const get = vi.fn(async () => shown)
  serve({
    user: staffUser({ role: 'GlobalAdmin', areaid: 'W' }),
    exports: { search, get, choices: async () => ({ ...choices, people }) },
  })
  return { user: await openAt(`/ga_esportazioni${address}`), search, get }
}

describe('REQ-EXP-10: the list of exports', () => {
  it('shows who exported what, when and with which outcome', async () => {
    await open()
    const table = within(await screen.findByRole('region', { name: 'Esportazioni trovate' }))
    expect(table.getByText('dm@example.org')).toBeInTheDocument()
    expect(table.getByText('Ferritina alta')).toBeInTheDocument()
    expect(table.getByText('1.200')).toBeInTheDocument()
    expect(table.getByText('Completa')).toBeInTheDocument()
  })

  it('searches by format and days, and keeps the search in the address', async () => {
    const { user, search } = await open()
    await user.type(await screen.findByRole('textbox', { name: 'Dal giorno' }), '01/11/2026')
    await user.click(screen.getByRole('combobox', { name: 'Formato' }))
    await user.click(await screen.findByRole('option', { name: 'JSON' }))
    await user.click(screen.getByRole('button', { name: 'Cerca' }))
    await waitFor(() =>
      expect(search).toHaveBeenLastCalledWith(
        expect.anything(),
        expect.objectContaining({ format: 'json', from: '2026-11-01' }),
        expect.anything(),
      ),
    )
    expect(globalThis.location.search).toContain('formato=json')
  })

  it('rejects days in the wrong order', async () => {
    const { user, search } = await open()
    await user.type(await screen.findByRole('textbox', { name: 'Dal giorno' }), '02/11/2026')
    await user.type(screen.getByRole('textbox', { name: 'Al giorno' }), '01/11/2026')
    await user.click(screen.getByRole('button', { name: 'Cerca' }))
    expect(await screen.findAllByText('Scrivi giorni esistenti, il primo non dopo l’ultimo.')).toHaveLength(2)
    expect(search).toHaveBeenCalledTimes(1)
  })

  it('offers no choice of people to a person who reads only their exports', async () => {
    await open('', undefined, ['dm@example.org'])
    await screen.findByRole('combobox', { name: 'Filtro' })
    expect(screen.queryByRole('combobox', { name: 'Persona' })).toBeNull()
  })

  it('loads further exports when asked', async () => {
    const older = { ...line, id: '0192f0c1-1111-7333-8444-555555555555', actor: 'ca@example.org' }
    const search = vi
      .fn(async () => ({ manifests: [older], next: null as string | null }))
      .mockResolvedValueOnce({ manifests: [line], next: id })
    const { user } = await open('', search)
    await user.click(await screen.findByRole('button', { name: 'Altre esportazioni' }))
    expect(await within(screen.getByRole('region', { name: 'Esportazioni trovate' })).findByText('ca@example.org')).toBeInTheDocument()
    expect(search).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ cursor: id }), expect.anything())
  })

  it('shows when nothing matches', async () => {
    const search = vi.fn(async () => ({ manifests: [] as ManifestLine[], next: null as string | null }))
    await open('?formato=xml', search)
    expect(await screen.findByText('Nessuna esportazione')).toBeInTheDocument()
    expect(screen.getByText('Togli una condizione, o allarga i giorni.')).toBeInTheDocument()
  })

  it('shows what appears here to a person who has exported nothing', async () => {
    await open(
      '',
      vi.fn(async () => ({ manifests: [] as ManifestLine[], next: null as string | null })),
    )
    expect(await screen.findByText('Qui compaiono le esportazioni di filtri e studi.')).toBeInTheDocument()
  })
})

describe('REQ-EXP-10: a manifest', () => {
  it('shows that a program gave no reason for exact values', async () => {
    const { user } = await open('', undefined, undefined, { ...manifest, reason: null, lacksReason: true })
    await user.click(await screen.findByRole('button', { name: /^Manifesto del/ }))
    expect(await screen.findByText('Motivo dei valori esatti')).toBeInTheDocument()
    expect(screen.getByText('Non indicato dal programma')).toBeInTheDocument()
  })

  it('opens with all that was kept, and closes', async () => {
    const { user, get } = await open()
    await user.click(await screen.findByRole('button', { name: /^Manifesto del/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Manifesto' }))
    expect(await dialog.findByText('ab'.repeat(32))).toBeInTheDocument()
    for (const text of [
      'Ferritina alta (3), versione 2',
      'SEX, HB',
      'Analisi della ferritina',
      'Responsabile dei dati',
      'Etichette al posto dei codici',
    ])
      expect(dialog.getByText(text)).toBeInTheDocument()
    expect(dialog.getByText('4 per consenso negato, 2 senza risposta, 1 senza valore')).toBeInTheDocument()
    expect(get).toHaveBeenCalledWith(expect.anything(), { id }, expect.anything())
    await user.click(dialog.getByRole('button', { name: 'Chiudi' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('makes the file again for its author (REQ-EXP-11)', async () => {
    const { user } = await open(`?manifesto=${id}`)
    const button = await screen.findByRole('button', { name: 'Rigenera il file' })
    const fetched = vi.spyOn(globalThis, 'fetch')
    fetched.mockResolvedValueOnce(Response.json({ success: false, error: 'Il file non si può più rifare' }))
    await user.click(button)
    expect(await screen.findByText('Il file non si può più rifare')).toBeInTheDocument()
    expect(fetched).toHaveBeenCalledWith('/api/export_again', expect.objectContaining({ body: expect.stringContaining(id) }))
    fetched.mockRestore()
  })

  it('regenerates the file of a study at its path', async () => {
    const { user } = await open(`?manifesto=${id}`, undefined, undefined, { ...manifest, study: { id: 'FERRO-1', title: 'Ferro e cuore' } })
    const button = await screen.findByRole('button', { name: 'Rigenera il file' })
    const fetched = vi.spyOn(globalThis, 'fetch')
    fetched.mockResolvedValueOnce(Response.json({ success: false, error: 'Lo studio non è attivo' }))
    await user.click(button)
    expect(await screen.findByText('Lo studio non è attivo')).toBeInTheDocument()
    expect(fetched).toHaveBeenCalledWith('/api/study_export_again', expect.objectContaining({ body: expect.stringContaining(id) }))
    fetched.mockRestore()
  })

  it('opens from its address', async () => {
    const { get } = await open(`?manifesto=${id}`)
    expect(await screen.findByRole('dialog', { name: 'Manifesto' })).toBeInTheDocument()
    expect(get).toHaveBeenCalledTimes(1)
  })
})
