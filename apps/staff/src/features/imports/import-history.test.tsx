import type { Services } from '@registry/api-contract/services'
import { AppError } from '@registry/domain/error'
import type { ImportedFile, ImportRegistrations } from '@registry/api-contract/imports'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const file: ImportedFile = {
  id,
  at: '2026-03-01T10:00:00Z',
  actor: 'rome@example.org',
  command: 'createPatients',
  format: 'csv',
  ok: 1003,
  ko: 0,
  undone: null,
}

/** Opens the report of a file of new patients. */
const openReport = async (registrations: ImportRegistrations, undo: Services['imports']['undo'] = vi.fn()) => {
  const list = vi.fn<Services['imports']['list']>(async () => ({ files: [file] }))
  serve({
    user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
    imports: { list, report: async () => ({ ok: 3, ko: 0, detail: [] }), registrations: async () => registrations, undo },
  })
  const user = await openAt('/pazienti-dati?parte=storia')
  await user.click(await screen.findByRole('button', { name: /^Dettagli del file/ }))
  expect(screen.getByRole('cell', { name: '1.003' })).toBeInTheDocument()
  expect(await screen.findByText('Nessuna segnalazione.')).toBeVisible()
  return { user, list }
}
const undoName = /^Annulla il file del/

describe('REQ-IMP-17: the undo of a file of new patients', () => {
  it('shows what it deletes before it does, and reads the list again', async () => {
    const undo = vi.fn<Services['imports']['undo']>().mockResolvedValue({ patients: 2 })
    const { user, list } = await openReport({ registered: 2, changed: 0 }, undo)
    await user.click(await screen.findByRole('button', { name: undoName }))
    const question = await screen.findByRole('alertdialog', { name: 'Annulla questo caricamento' })
    expect(question).toHaveTextContent('Si cancellano i 2 pazienti registrati da questo file.')
    await user.click(within(question).getByRole('button', { name: 'Annulla' }))
    expect(undo).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: undoName }))
    const reads = list.mock.calls.length
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancella i pazienti registrati' }))
    await waitFor(() => expect(undo).toHaveBeenCalledWith(expect.anything(), { id }, expect.anything()))
    await waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(reads))
  })

  it('changes nothing after an answer, and the page explains why', async () => {
    const { user } = await openReport({ registered: 2, changed: 1 })
    await user.click(screen.getByRole('button', { name: undoName }))
    expect(await screen.findByText(/^Questo caricamento non si può annullare: un paziente del file ha già risposto/)).toBeVisible()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('shows when a patient has answered since the page was read', async () => {
    const { user } = await openReport(
      { registered: 1, changed: 0 },
      vi.fn<Services['imports']['undo']>().mockRejectedValue(new AppError('import_registrations_changed', { count: 1 })),
    )
    await user.click(await screen.findByRole('button', { name: undoName }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancella i pazienti registrati' }))
    expect(await screen.findByText(/Un paziente di questo file ha già risposto all’invito/)).toBeVisible()
  })
})

describe('REQ-OBS-06: the undo of a file of results', () => {
  it('lists the results that somebody has corrected since', async () => {
    const kept = { count: 2, first: [{ key: 'P1', analyte: 'FERRITIN', takenOn: '2026-05-03' }] }
    const undo = vi.fn<Services['imports']['undo']>().mockResolvedValue({ patients: 1, kept })
    serve({
      user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
      imports: { list: async () => ({ files: [{ ...file, command: 'putObservations', format: 'fhir' }] }), undo },
    })
    const user = await openAt('/pazienti-dati?parte=storia')
    expect(await screen.findByRole('cell', { name: 'FHIR' })).toBeVisible()
    await user.click(await screen.findByRole('button', { name: undoName }))
    const dialog = await screen.findByRole('dialog', { name: 'Annulla questo caricamento' })
    await user.click(within(dialog).getByRole('textbox', { name: 'Motivo' }))
    await user.paste('file sbagliato')
    await user.click(within(dialog).getByRole('button', { name: 'Ripristina i valori di prima' }))
    expect(await screen.findByText('2 risultati corretti dopo il caricamento restano')).toBeVisible()
    expect(screen.getByText('P1: Ferritina, 03/05/2026')).toBeVisible()
    expect(screen.getByText('L’elenco mostra i primi 1.')).toBeVisible()
  })
})
