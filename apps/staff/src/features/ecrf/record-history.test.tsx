import type { RecordSaves } from '@registry/api-contract/ecrf'
import type { Services } from '@registry/api-contract/services'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { medicalRecord, openRecord } from './testing/record.ts'

type Save = RecordSaves['saves'][number]
const save = (part: Partial<Save>): Save => ({
  at: '2026-09-30T08:00:00.000Z',
  actor: 'ca@example.org',
  source: 'form',
  reason: null,
  changes: [{ field: 'HB', old: 9, new: 10 }],
  ...part,
})
const upload = save({
  at: '2026-09-01T08:00:00.000Z',
  actor: 'file@example.org',
  source: 'file',
  reason: 'Dati dell’ospedale',
  changes: [
    { field: 'HB', old: null, new: 9 },
    { field: 'WEIGHT', old: null, new: 60 },
  ],
})
const oldest = save({ at: '2025-01-01T08:00:00.000Z', source: 'system', changes: [{ field: 'FERRITIN', old: null, new: 900 }] })

const openHistory = async () => {
  const saves = vi.fn<Services['ecrf']['saves']>(async (_caller, { field, cursor }) => {
    const wanted = cursor === undefined ? [save({}), upload] : [oldest]
    const shown = wanted.flatMap((one) => {
      const changes = one.changes.filter((change) => field === undefined || change.field === field)
      return changes.length === 0 ? [] : [{ ...one, changes }]
    })
    return { saves: shown, fields: ['FERRITIN', 'WEIGHT', 'HB'], next: cursor === undefined ? upload.at : null }
  })
  const past: Services['ecrf']['past'] = async (_caller, { at }) => ({
    values: { SURNAME: 'ROSSI', ...(at === upload.at && { HB: 9, WEIGHT: 60 }) },
  })
  const user = await openRecord(medicalRecord('RM01-1'), { place: 'history', ecrf: { saves, past } })
  const region = await screen.findByRole('region', { name: 'Storia della cartella' })
  return {
    user,
    saves,
    region,
    list: () =>
      within(region)
        .getAllByRole('group')
        .filter((group) => group.tagName === 'DETAILS'),
  }
}

describe('REQ-CRF-03: the history of a record', () => {
  it('has one line for each save, the newest open, and opens to its values and to the record of then', async () => {
    const { user, region, list } = await openHistory()
    const [newest, older] = list()
    expect(newest).toHaveTextContent(/30\/09\/2026.*modulo.*1 campo.*ca@example\.org/)
    expect(within(region).getByRole('row', { name: /Emoglobina.* 9 g\/dL 10 g\/dL/ })).toBeVisible()
    expect(older).toHaveTextContent(/01\/09\/2026.*file.*2 campi.*Emoglobina.*Peso.*file@example\.org/)
    expect(within(older!).queryByRole('table')).not.toBeInTheDocument()
    await user.click(within(older!).getByText('2 campi'))
    expect(await within(older!).findByText('Motivo: Dati dell’ospedale')).toBeVisible()
    expect(within(older!).getByRole('row', { name: /^Peso.* 60 kg$/ })).toBeVisible()
    await user.click(within(older!).getByRole('button', { name: 'Mostra la cartella dopo questo salvataggio' }))
    const snapshot = await within(older!).findByRole('region', { name: /^La cartella com’era: 01\/09\/2026/ })
    expect(await within(snapshot).findByText('60 kg')).toBeVisible()
    await user.click(within(newest!).getByRole('button', { name: 'Mostra la cartella dopo questo salvataggio' }))
    expect(await within(newest!).findByText('Allora la cartella non aveva valori.')).toBeVisible()
  })

  it('continues with earlier saves, and shows the changes of one field open', async () => {
    const { user, list } = await openHistory()
    await user.click(screen.getByRole('button', { name: 'Mostra salvataggi precedenti' }))
    await expect.poll(list).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Mostra salvataggi precedenti' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('combobox', { name: 'Campo' }))
    await user.click(await screen.findByRole('option', { name: /^Peso/ }))
    await expect.poll(list).toHaveLength(1)
    expect(screen.getByRole('row', { name: /^Peso.* 60 kg$/ })).toBeVisible()
  })
})
