import type { PatientRecordView, ValueChange } from '@registry/api-contract/ecrf'
import type { ObservationRow } from '@registry/api-contract/observations'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeElementSizes } from '../../saved-filters/testing/element-sizes.ts'
import { medicalRecord, openRecord } from '../testing/record.ts'

fakeElementSizes()

const record = medicalRecord('RM01-1', { FERRITIN_LAST: 900, DIABETES: true })
const change = (field: ValueChange['field'], at: string, value: string | number | boolean): ValueChange => ({
  field,
  old: null,
  new: value,
  at: `${at}T10:00:00.000Z`,
  actor: 'ca@example.org',
  source: 'form',
  reason: null,
})

const openTimeline = async (
  changes: ValueChange[],
  {
    values = record.values,
    results = [],
  }: { readonly values?: PatientRecordView['values']; readonly results?: readonly ObservationRow[] } = {},
) => {
  const choices = {
    svc_tt: [{ id: 'REGULAR', name: 'Regolare' }],
    chelating_drug: [{ id: 'DFO_DFX', name: 'Deferoxamina e deferasirox', components: ['DFO', 'DFX'] }],
  }
  const ecrf = { choices: async () => choices, history: async () => ({ changes }) }
  const observations = { list: async () => ({ observations: [...results] }) }
  return openRecord({ ...record, values }, { place: 'timeline', ecrf, observations })
}

it('REQ-CRF-13: each value and each treatment over time is in a table', async () => {
  const user = await openTimeline([
    change('FERRITIN_LAST', '2026-02-01', 900),
    change('FERRITIN_LAST', '2025-02-01', 1200),
    change('TT', '2025-02-01', 'REGULAR'),
    change('TT_START', '2025-02-01', '2001-05-01'),
    change('ICT_TYPE', '2025-02-01', 'DFO_DFX'),
    change('LIC_LAST', '2025-02-01', 8.5),
    change('T2_HEART_LAST', '2025-02-01', 18),
    change('DIABETES', '2019-02-01', true),
  ])
  await screen.findByText('Ferritina (ng/mL): media, minimo e massimo dell’anno')
  for (const summary of screen.getAllByText('Mostra come tabella')) await user.click(summary)
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual(
    expect.arrayContaining([
      '20251.2001.2001.200moderato',
      '2026900900900lieve',
      '01/02/20258,518',
      'TrasfusioniRegolare01/05/2001in corso',
      'DeferoxaminaDeferoxamina e deferasirox01/02/2025in corso',
      'DeferasiroxDeferoxamina e deferasirox01/02/2025in corso',
      'Ghiandole1Diabete (2019)',
    ]),
  )
  expect(rows.indexOf('20251.2001.2001.200moderato')).toBeLessThan(rows.indexOf('2026900900900lieve'))
})

it('REQ-CRF-13: a person chooses the period, and reads which values are older', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T10:00:00Z') })
  try {
    const user = await openTimeline([
      change('LIC_LAST', '2023-02-01', 8.5),
      change('T2_HEART_LAST', '2026-02-01', 18),
      change('TT', '2025-02-01', 'REGULAR'),
      change('TT_START', '2025-02-01', '2001-05-01'),
    ])
    const title = 'Ferro epatico (LIC) (mg/g di peso secco)'
    expect((await screen.findByText(title, { selector: 'figcaption' })).parentElement).toHaveTextContent('8,5moderato')
    expect(screen.getByText('dal 2001 · Regolare')).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: '12 mesi' }))
    expect(screen.getByText(`Senza valori in questo periodo: ${title}`)).toBeVisible()
    expect(screen.queryByText(title, { selector: 'figcaption' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Tutto' }))
    expect(screen.getByText('Regolare', { selector: 'span' })).toBeInTheDocument()
  } finally {
    vi.useRealTimers()
  }
})

it('REQ-CRF-13: a result is on the day of its sample, and a value without one on the day of recording, which the chart says', async () => {
  const row = (id: number, takenOn: string, value: number, part: Partial<ObservationRow> = {}): ObservationRow => ({
    id,
    analyte: 'ALT',
    takenOn,
    comparator: null,
    value,
    unit: 'U/L',
    standardValue: value,
    sample: null,
    source: 'file',
    recordedAt: '2026-02-01T08:00:00.000Z',
    recordedBy: 'center RM01',
    ended: null,
    ...part,
  })
  const user = await openTimeline([change('ALT_LAST', '2019-02-01', 55), { ...change('ALT_LAST', '2026-02-01', 31), source: 'computed' }], {
    results: [
      row(1, '2024-05-03', 12, { comparator: '<' }),
      row(2, '2025-06-04', 99, { ended: { as: 'removed', at: '2025-07-01T08:00:00.000Z', by: 'ca@example.org', reason: 'di un altro' } }),
      row(3, '2025-06-05', 31),
      row(4, '2025-03-10', 1400, { analyte: 'FERRITIN', unit: 'ng/mL' }),
    ],
  })
  await user.click(await screen.findByRole('radio', { name: 'Tutto' }))
  const chart = (await screen.findByText('ALT (U/L)', { selector: 'figcaption' })).parentElement
  if (!chart) throw new Error('The caption has no chart')
  expect(within(chart).getByText('1 valore senza risultato è nel giorno di registrazione.')).toBeVisible()
  await user.click(within(chart).getByText('Mostra come tabella'))
  expect(
    within(chart)
      .getAllByRole('row')
      .slice(1)
      .map((shown) => shown.textContent),
  ).toEqual(['01/02/2019 (registrazione)55alto', '03/05/2024< 12abituale', '05/06/202531abituale'])
  const ferritin = (await screen.findByText('Ferritina (ng/mL): media, minimo e massimo dell’anno')).parentElement
  expect(ferritin).toHaveTextContent('20251.4001.4001.400moderato')
})

it('REQ-CRF-13: shows a notice when there are no values', async () => {
  await openTimeline([], { values: {} })
  expect(await screen.findByText('Nessun andamento')).toBeVisible()
})
