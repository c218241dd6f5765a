import type { ObservationRow } from '@registry/api-contract/observations'
import type { Services } from '@registry/api-contract/services'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, test, vi } from 'vitest'
import { medicalRecord, openRecord } from '../testing/record.ts'

const row = (part: Partial<ObservationRow>): ObservationRow => ({
  id: 1,
  analyte: 'FERRITIN',
  takenOn: '2025-01-10',
  comparator: null,
  value: 812,
  unit: 'ng/mL',
  standardValue: 812,
  sample: 'A1',
  source: 'file',
  recordedAt: '2025-02-01T08:00:00.000Z',
  recordedBy: 'center RM01',
  ended: null,
  ...part,
})
const wrong = row({
  id: 2,
  takenOn: '2025-03-10',
  value: 9999,
  ended: { as: 'corrected', at: '2025-04-01T08:00:00.000Z', by: 'ca@example.org', reason: 'errore di battitura' },
})

const openTab = async (rows: readonly ObservationRow[] = [row({}), wrong]) => {
  const add = vi.fn<Services['observations']['add']>(async () => ({ added: 2, unchanged: 0, warnings: [] }))
  const correct = vi.fn<Services['observations']['correct']>(async () => {})
  const remove = vi.fn<Services['observations']['remove']>(async () => {})
  const observations = { list: async () => ({ observations: [...rows] }), add, correct, remove }
  const user = await openRecord(medicalRecord('RM01-1'), { place: 'observations', observations })
  const region = await screen.findByRole('region', { name: 'Esami' })
  return { user, region, add, correct, remove }
}

describe('REQ-OBS-09: the tests of a record', () => {
  it('are a table for each analyte, with the corrected results and their reasons apart', async () => {
    const { user, region } = await openTab()
    const ferritin = within(region).getByRole('region', { name: 'Ferritina (ng/mL)' })
    expect(within(ferritin).getByRole('row', { name: /^10\/01\/2025 812 ng\/mL A1 01\/02\/2025, programma del centro/ })).toBeVisible()
    await user.click(within(ferritin).getByText('Risultati corretti o tolti: 1'))
    expect(
      within(ferritin).getByRole('row', { name: /10\/03\/2025 9\.999 ng\/mL corretto.*ca@example\.org errore di battitura/ }),
    ).toBeVisible()
  })

  it('have the target of haemoglobin only for regular transfusions, and a column of samples only with samples', async () => {
    const { user, region } = await openTab([row({ analyte: 'HB', value: 12, standardValue: 12, unit: 'g/dL', sample: null })])
    const haemoglobin = within(region).getByRole('region', { name: 'Emoglobina (g/dL)' })
    await user.click(within(haemoglobin).getByText('Mostra come tabella'))
    expect(within(haemoglobin).queryByRole('columnheader', { name: 'Fascia' })).not.toBeInTheDocument()
    expect(within(haemoglobin).queryByRole('columnheader', { name: 'Campione' })).not.toBeInTheDocument()
  })

  it('name the program of the centre that corrected one', async () => {
    const { user, region } = await openTab([
      row({ ended: { as: 'corrected', at: '2025-04-01T08:00:00.000Z', by: 'center RM01', reason: 'errore di battitura' } }),
    ])
    await user.click(within(region).getByText('Risultati corretti o tolti: 1'))
    expect(within(region).getByRole('row', { name: /corretto.*, programma del centro errore di battitura/ })).toBeInTheDocument()
  })

  it('are the newest ones at first, and all on request', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => row({ id: index + 1, takenOn: `2025-01-0${index + 1}` }))
    const { user, region } = await openTab(rows)
    const listDays = () =>
      within(region)
        .getAllByRole('button', { name: /^Correggi Ferritina/ })
        .map((button) => button.getAttribute('aria-label')?.slice(-10))
    expect(listDays()).toEqual([9, 8, 7, 6, 5, 4].map((day) => `0${day}/01/2025`))
    await user.click(within(region).getByRole('button', { name: 'Mostra tutti i risultati: 9 (Ferritina (ng/mL))' }))
    expect(listDays()).toHaveLength(9)
  })

  it('are entered as a column of one day with the keyboard only', async () => {
    const { user, region, add } = await openTab([])
    const entry = within(region).getByRole('region', { name: 'Nuovi esami' })
    await user.type(within(entry).getByRole('textbox', { name: /Giorno del prelievo/ }), '03/02/2025')
    await user.type(within(entry).getByRole('textbox', { name: 'Emoglobina' }), '9,4{Enter}<800{Enter}')
    expect(within(entry).getByRole('textbox', { name: 'ALT' })).toHaveFocus()
    await user.click(within(entry).getByRole('button', { name: 'Registra gli esami' }))
    expect(await within(entry).findByText('2 risultati registrati.')).toBeVisible()
    const common = { takenOn: '2025-02-03', sample: '' }
    expect(add.mock.calls[0]?.[1]).toMatchObject({
      code: 'RM01-1',
      results: [
        { ...common, analyte: 'HB', value: '9.4', comparator: '', unit: 'g/dL' },
        { ...common, analyte: 'FERRITIN', value: '800', comparator: '<', unit: 'ng/mL' },
      ],
    })
  })

  it('are entered in a form that a record with results opens when asked', async () => {
    const { user, region, add } = await openTab()
    expect(within(region).queryByRole('region', { name: 'Nuovi esami' })).not.toBeInTheDocument()
    await user.click(within(region).getByRole('button', { name: 'Nuovi esami' }))
    const entry = within(region).getByRole('region', { name: 'Nuovi esami' })
    expect(within(entry).getByRole('heading', { name: 'Nuovi esami' })).toHaveFocus()
    await user.type(within(entry).getByRole('textbox', { name: /Giorno del prelievo/ }), '03/02/2025')
    await user.type(within(entry).getByRole('textbox', { name: 'Emoglobina' }), '9,4')
    await user.click(within(entry).getByRole('button', { name: 'Registra gli esami' }))
    expect(await within(entry).findByText('2 risultati registrati.')).toBeVisible()
    expect(add).toHaveBeenCalledOnce()
    await user.click(within(entry).getByRole('button', { name: 'Chiudi' }))
    expect(within(region).queryByRole('region', { name: 'Nuovi esami' })).not.toBeInTheDocument()
  })

  it('are corrected and removed with a reason', async () => {
    const { user, region, correct, remove } = await openTab()
    await user.click(within(region).getByRole('button', { name: 'Correggi Ferritina (ng/mL) del 10/01/2025' }))
    const dialog = await screen.findByRole('dialog', { name: 'Correggi il risultato' })
    await user.click(within(dialog).getByRole('button', { name: 'Correggi' }))
    expect(correct).not.toHaveBeenCalled()
    const value = within(dialog).getByRole('textbox', { name: /^Risultato/ })
    await user.clear(value)
    await user.type(value, '821')
    await user.type(within(dialog).getByRole('textbox', { name: /^Motivo/ }), 'errore')
    await user.click(within(dialog).getByRole('button', { name: 'Correggi' }))
    await expect
      .poll(() => correct.mock.calls[0]?.[1])
      .toMatchObject({ id: 1, value: '821', unit: 'ng/mL', takenOn: '2025-01-10', sample: 'A1', reason: 'errore' })
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    await user.click(within(region).getByRole('button', { name: 'Togli Ferritina (ng/mL) del 10/01/2025' }))
    const removal = await screen.findByRole('dialog', { name: 'Togli il risultato' })
    await user.type(within(removal).getByRole('textbox', { name: /^Motivo/ }), 'di un altro')
    await user.click(within(removal).getByRole('button', { name: 'Togli' }))
    await expect.poll(() => remove.mock.calls[0]?.[1]).toMatchObject({ id: 1, reason: 'di un altro' })
  })
})

test('REQ-OBS-05: the form says at each statistic where its value comes from, and of which day', async () => {
  const computed = { by: 'computed', day: '2026-05-03', results: 4, computed: 700 } as const
  const reported = { ...computed, by: 'differs', reported: 3000, on: '2026-06-01' } as const
  const near = { ...reported, by: 'reported', computed: 20, reported: 21 } as const
  const record = {
    ...medicalRecord('RM01-1', {
      FERRITIN_LAST: 700,
      FERRITIN_MAX: 3000,
      HB_LAST: 9.1,
      ALT_LAST: 21,
      ALT_MEAN: 22,
      T2_HEART_LAST: 21,
      LIC_LAST: 21,
    }),
    sources: {
      FERRITIN_LAST: computed,
      FERRITIN_MAX: reported,
      HB_LAST: { ...computed, results: 1, computed: 9.1 },
      ALT_LAST: near,
      ALT_MEAN: near,
      LIC_LAST: near,
      T2_HEART_LAST: { ...computed, results: 1, computed: 21 },
    },
  }
  const user = await openRecord(record, { place: 'laboratory' })
  const last = await screen.findByRole('textbox', { name: /^Ferritina: ultimo valore/ })
  expect(last).toHaveAccessibleDescription(
    /^Riportato il 01\/06\/2026: massimo; dai risultati massimo 700 ng\/mL; gli altri calcolati da 4 risultati, ultimo 03\/05\/2026/,
  )
  expect(screen.getByText('Calcolati da 1 risultato, ultimo 03/05/2026')).toBeVisible()
  expect(screen.getByText('Riportati il 01/06/2026'), 'a report near to the results has no second number').toBeVisible()
  await user.click(screen.getByRole('link', { name: /^Esami strumentali/ }))
  expect(await screen.findByText('Calcolato da 1 risultato, ultimo 03/05/2026')).toBeVisible()
  expect(screen.getByText('Riportato il 01/06/2026')).toBeVisible()
})

test('REQ-CRF-04: the form shows the statistics that results of the page changed, and keeps what was typed', async () => {
  let stored = medicalRecord('RM01-1', { WEIGHT: 60, FERRITIN_LAST: 700 })
  const save = vi.fn<Services['ecrf']['save']>(async () => ({ record: stored, conflicts: [], others: [], warnings: [] }))
  const observations: Partial<Services['observations']> = {
    list: async () => ({ observations: [] }),
    add: async () => {
      stored = { ...stored, version: '1.0.3', values: { ...stored.values, FERRITIN_LAST: 500 } }
      return { added: 1, unchanged: 0, warnings: [] }
    },
  }
  const user = await openRecord(stored, { place: 'misc', observations, ecrf: { open: async () => stored, save } })
  const weight = await screen.findByRole('textbox', { name: /^Peso/ })
  await user.clear(weight)
  await user.type(weight, '61')
  await user.click(screen.getByRole('tab', { name: 'Esami' }))
  const entry = await screen.findByRole('region', { name: 'Nuovi esami' })
  await user.type(within(entry).getByRole('textbox', { name: /Giorno del prelievo/ }), '03/02/2025')
  await user.type(within(entry).getByRole('textbox', { name: 'Ferritina' }), '500')
  await user.click(within(entry).getByRole('button', { name: 'Registra gli esami' }))
  expect(await within(entry).findByText('1 risultato registrato.')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Dati' }))
  await user.click(screen.getByRole('link', { name: /^Laboratorio/ }))
  expect(await screen.findByRole('textbox', { name: /^Ferritina: ultimo valore/ })).toHaveValue('500')
  await user.keyboard('{Control>}s{/Control}')
  await expect.poll(() => save.mock.calls[0]?.[1]).toMatchObject({ version: '1.0.3', changes: { WEIGHT: 61 } })
})

test('REQ-CRF-09: the summary says of which day a value is, how long ago that was, and how many results there are', async () => {
  const mark = { by: 'computed', day: '2020-01-10', results: 2, computed: 2600 } as const
  await openRecord(
    {
      ...medicalRecord('RM01-1', { FERRITIN_LAST: 2600, HB_LAST: 9 }),
      sources: { FERRITIN_LAST: mark },
      results: { FERRITIN: { first: '2004-02-03', last: '2020-01-10', count: 81 } },
    },
    { place: 'summary' },
  )
  const summary = await screen.findByRole('region', { name: 'In sintesi' })
  expect(summary).toHaveTextContent(/Ferritina: ultimo valore\s?2\.600 ng\/mL 10\/01\/2020, \d+ anni fa; 81 risultati dal 03\/02\/2004/)
  expect(within(summary).getByText(/^Ferritina sopra 2\.500 ng\/mL, \d+ anni fa$/)).toBeVisible()
  expect(summary).toHaveTextContent(/Emoglobina: ultimo valore\s?9 g\/dL\s*(?!\d)/)
})
