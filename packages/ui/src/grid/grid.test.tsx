import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { Grid, type GridColumn } from './grid.tsx'
import { type GridView, defaultView } from './view.ts'

type Row = { readonly id: number; readonly name: string; readonly patients: number }
const rows: Row[] = [
  { id: 1, name: 'Beta', patients: 20 },
  { id: 2, name: 'Alfa', patients: 3 },
]
const columns: GridColumn<Row>[] = [
  { id: 'name', header: 'Nome', value: (row) => row.name },
  { id: 'patients', header: 'Pazienti', value: (row) => row.patients },
  { id: 'open', header: 'Apri', value: () => null, show: (row) => <button type="button">{`Apri ${row.name}`}</button>, sortable: false },
]
const rowId = (row: Row): string => String(row.id)

const Example = ({ onView }: { readonly onView: (view: GridView) => void }) => {
  const [view, setView] = useState(defaultView)
  const change = (next: GridView): void => {
    setView(next)
    onView(next)
  }
  return <Grid label="Filtri" columns={columns} rows={rows} rowId={rowId} view={view} onView={change} />
}

it.each([
  ['it', '2 righe', 'Cerca nella tabella'],
  ['en', '2 rows', 'Search the table'],
] as const)('counts and searches its rows, and reports the view (%s)', async (language, count, search) => {
  const views: GridView[] = []
  const user = await show(<Example onView={(view) => views.push(view)} />, { language })
  expect(await screen.findByText(count)).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Filtri' })).toBeInTheDocument()
  await user.type(screen.getByRole('textbox', { name: search }), 'alf')
  await waitFor(() => expect(views.at(-1)).toEqual({ sort: [], search: 'alf' }))
})

it('reports no view before a change, so that a navigation is not cancelled', async () => {
  const views: GridView[] = []
  const user = await show(<Example onView={(view) => views.push(view)} />, {})
  expect(await screen.findByText('2 righe')).toBeInTheDocument()
  expect(views).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Ordina da Nome/ }))
  expect(views).toEqual([{ sort: [{ id: 'name', desc: false }], search: '' }])
  expect(screen.getByRole('columnheader', { name: /^Nome/ })).toHaveAttribute('aria-sort', 'ascending')
})
