import type { PatientRecordView, ValueChange } from '@registry/api-contract/ecrf'
import { screen } from '@testing-library/react'
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

const openTimeline = async (changes: ValueChange[], values: PatientRecordView['values'] = record.values) => {
  const choices = {
    svc_tt: [{ id: 'REGULAR', name: 'Regolare' }],
    chelating_drug: [{ id: 'DFO_DFX', name: 'Deferoxamina e deferasirox', components: ['DFO', 'DFX'] }],
  }
  const ecrf = { choices: async () => choices, history: async () => ({ changes }) }
  const user = await openRecord({ ...record, values }, { place: 'timeline', ecrf })
  return user
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
    const title = 'Ferro epatico (LIC), ultimo (mg/g di peso secco)'
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

it('REQ-CRF-13: shows a notice when there are no values', async () => {
  await openTimeline([], {})
  expect(await screen.findByText('Nessun andamento')).toBeVisible()
})
