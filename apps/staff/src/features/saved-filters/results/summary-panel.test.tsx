import type { Services } from '@registry/api-contract/services'
import { getField } from '@registry/domain/fields/dictionary'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import { serve } from '../../../testing/fake-server.ts'
import { openAt } from '../../../testing/render-app.ts'
import { formatInterval } from '../conditions/distribution-chart.tsx'
import { fakeElementSizes } from '../testing/element-sizes.ts'
import { fakeFilters, storedFilter } from '../testing/fake-filters.ts'

fakeElementSizes()

const open = async (
  part: Parameters<typeof storedFilter>[0] = {},
  summary: Services['savedFilters']['summary'] = fakeFilters([]).summary,
) => {
  serve({ user: staffUser({ role: 'DataManager', areaid: 'IT' }), savedFilters: { ...fakeFilters([storedFilter(part)]), summary } })
  const user = await openAt('/dm_filtro/3?tab=export')
  await user.click(await screen.findByRole('tab', { name: 'Riepilogo' }))
  return user
}
const readRows = async (title: string): Promise<(string | null)[]> => {
  const table = await screen.findByRole('table', { name: title, hidden: true })
  return within(table)
    .getAllByRole('row', { hidden: true })
    .map(({ textContent }) => textContent)
}

describe('REQ-FIL-17: the summary of a filter on screen', () => {
  it('shows the number of patients, the filter as a sentence in both languages, and each chosen field', async () => {
    await open({ fields: { PATIENT: ['SEX'], MEDICAL_DATA: { Transfusion: ['TT'] } } }, async () => ({
      patients: 120,
      sentence: { it: 'I pazienti di prova.', en: 'The patients of a test.' },
      fields: [
        {
          field: 'HB',
          values: [
            { value: '0', patients: 0 },
            { value: '1', patients: 40 },
            { value: '2', patients: 0 },
            { value: '3', patients: 50 },
            { value: '4', patients: 0 },
          ],
          others: 0,
          missing: 20,
          withheld: 10,
        },
        { field: 'TT', values: [{ value: 'NEVER', patients: 100 }], others: 15, missing: 0, withheld: 0 },
      ],
    }))
    expect(await screen.findByText('120 pazienti')).toBeInTheDocument()
    expect(screen.getByText('I pazienti di prova.')).toHaveAttribute('lang', 'it')
    expect(screen.getByText('The patients of a test.')).toHaveAttribute('lang', 'en')
    expect(screen.getByText(/In inglese:/)).toBeInTheDocument()
    expect(await readRows('Emoglobina (g/dL)')).toEqual([
      'ValorePazienti',
      '6–740',
      '7–80',
      '8–950',
      'Non registrato20',
      'Non consentito10',
    ])
    await expect.poll(() => readRows(getField('TT').label.it)).toEqual(['ValorePazienti', 'Mai trasfuso100', 'Altre voci15'])
  })

  it('asks for twelve fields at a time', async () => {
    const user = await open({ fields: { PATIENT: 'ALL', MEDICAL_DATA: { Laboratory: 'ALL' } } })
    const countCharts = () => screen.getAllByRole('figure').length
    expect(await screen.findByText('120 pazienti')).toBeInTheDocument()
    expect(countCharts()).toBe(12)
    await user.click(screen.getByRole('button', { name: 'Mostra altri campi' }))
    await expect.poll(countCharts).toBe(24)
  })
})

test.each([
  ['HB', 0, 'it', '< 6'],
  ['HB', 10, 'it', '≥ 15'],
  ['BILIRUBIN', 1, 'it', '1–2'],
  ['WEIGHT', 1, 'it', '10–20'],
  ['DOD', 9, 'en', '1980–1990'],
] as const)('the interval %s %i in %s is %s', (name, at, language, text) => {
  expect(formatInterval(getField(name), at, language)).toBe(text)
})
