import type { CohortPage } from '@registry/api-contract/cohort'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import type { CohortCell } from '@registry/domain/cohort/groups'
import { protectedRounding } from '@registry/domain/cohort/rounding'
import { showCohort } from '@registry/domain/cohort/show'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'
import { formatCsv } from './chart-file.ts'

fakeElementSizes()

const cells: readonly CohortCell[] = [
  { indicator: 'patients', key: '', counted: 60, total: 60 },
  { indicator: 'pyramid', key: '40|F|TDT', counted: 30, total: 30 },
  { indicator: 'regions', key: 'R12', counted: 40, total: 40 },
  { indicator: 'ferritin', key: '1', counted: 20, total: 20 },
  { indicator: 'ferritin', key: '3', counted: 3, total: 3 },
  { indicator: 'admissions', key: 'heart', counted: 15, total: 15 },
  { indicator: 'complications', key: 'DIABETES|40', counted: 10, total: 40 },
  { indicator: 'missing', key: 'Instrumental', counted: 30, total: 60 },
]
const group = showCohort(cells, protectedRounding)
const { patients, ferritin, lic, t2, missing } = group
const page: CohortPage = {
  computedAt: '2026-03-01T10:00:00Z',
  own: group,
  network: group,
  centres: [{ code: 'RM01', name: 'Roma', patients, ferritin, lic, t2, missing }],
  causes: { heart: ['428.0'] },
}
const open = async (read: CohortPage) => {
  serve({
    user: staffUser({ role: 'DataManager', areaid: 'IT' }),
    anonymousRecords: { published: async () => ({ records: 5, readable: true }) },
    cohort: { read: async () => read },
    savedFilters: {
      fieldInfo: async () => ({ name: 'ICT_TYPE', label: 'x', type: 'list', operators: ['='], options: [] }),
      picker: async () => ({ personal: [], medical: [] }),
    },
  })
  return openAt('/dm_coorte')
}
const openTable = async (user: Awaited<ReturnType<typeof open>>, title: string) => {
  const figure = (await screen.findByRole('heading', { name: title })).closest('figure')
  if (!figure) throw new Error(`no chart ${title}`)
  await user.click(within(figure).getByText('Mostra come tabella'))
  return within(figure)
}

it('REQ-COH-02: each chart has a table, and shows what is hidden', async () => {
  const user = await open(page)
  const table = await openTable(user, 'Ferritina (ng/mL)')
  expect(table.getByRole('row', { name: /^Rete 0 \(0%\) 20 \(80%\).* 0 \(0%\) meno di 5 0$/ })).toBeVisible()
  expect(screen.getByText('60 pazienti')).toBeVisible()
  expect((await openTable(user, 'Complicanze per età')).getByRole('row', { name: /^Diabete .*10 di 40/ })).toBeVisible()
})

it('REQ-COH-06: a number of a table opens a new filter with its condition', async () => {
  const user = await open(page)
  const table = await openTable(user, 'Età e sesso, per fenotipo')
  await user.click(table.getByRole('button', { name: /^30, nuovo filtro: 40–49, Femmine/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Nuovo filtro' })).toBeVisible()
})

it('REQ-COH-03: explains why there are no numbers before the first computation', async () => {
  await open({ ...page, computedAt: null })
  expect(await screen.findByText(/si calcolano entro un minuto/)).toBeVisible()
})

it('REQ-COH-08, THREAT-27: a CSV file has the cells of the table and no formula', () => {
  expect(formatCsv([['Centro'], ['=1+1'], ['a "b"']])).toBe(`\uFEFF"Centro"\r\n"'=1+1"\r\n"a ""b"""\r\n`)
})
