import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import type { GridColumn } from './column.ts'
import { Grid } from './grid.tsx'
import { type GridView, defaultView } from './view.ts'

type Row = { readonly id: number; readonly name: string; readonly patients: number | null }
const rows: Row[] = [
  { id: 1, name: 'Beta', patients: 20 },
  { id: 2, name: 'Alfa', patients: null },
  { id: 3, name: 'Gamma', patients: null },
]
const columns: GridColumn<Row>[] = [
  { id: 'name', header: 'Nome', value: (row) => row.name },
  { id: 'patients', header: 'Pazienti', group: 'Numeri', value: (row) => row.patients, isWithheld: ({ id }) => id === 3 },
  { id: 'open', header: 'Apri', value: () => null, show: (row) => <button type="button">{`Apri ${row.name}`}</button>, sortable: false },
]
const rowId = (row: Row): string => String(row.id)

const Example = ({ onView }: { readonly onView?: (view: GridView) => void }) => {
  const [view, setView] = useState(defaultView)
  const change = (next: GridView): void => {
    setView(next)
    onView?.(next)
  }
  return <Grid label="Filtri" columns={columns} rows={rows} rowId={rowId} view={view} onView={change} />
}

const readRows = (): (string | null)[] =>
  within(screen.getByRole('grid', { name: 'Filtri' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent ?? null)

beforeEach(() => localStorage.clear())

it.each([
  ['it', '3 righe', '1 di 3 righe', 'Cerca nella tabella'],
  ['en', '3 rows', '1 of 3 rows', 'Search the table'],
] as const)('counts and searches its rows, and reports the view (%s)', async (language, count, found, search) => {
  const views: GridView[] = []
  const user = await show(<Example onView={(view) => views.push(view)} />, { language })
  expect(await screen.findByText(count)).toBeInTheDocument()
  await user.type(screen.getByRole('textbox', { name: search }), 'alf')
  await waitFor(() => expect(views.at(-1)).toEqual({ ...defaultView, search: 'alf' }))
  expect(await screen.findByText(found)).toBeInTheDocument()
})

it('reports no view before a change, so that a navigation is not cancelled', async () => {
  const views: GridView[] = []
  const user = await show(<Example onView={(view) => views.push(view)} />, {})
  expect(await screen.findByText('3 righe')).toBeInTheDocument()
  expect(views).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Ordina per Nome' }))
  expect(views).toEqual([{ ...defaultView, sort: [{ id: 'name', desc: false }] }])
  expect(screen.getByRole('columnheader', { name: /Nome/ })).toHaveAttribute('aria-sort', 'ascending')
  expect(readRows()).toEqual(['Alfa', 'Beta', 'Gamma'])
})

it('a new order or search begins at the first row', async () => {
  const user = await show(<Example />, {})
  const grid = await screen.findByRole('grid')
  grid.scrollTop = 300
  await user.click(screen.getByRole('button', { name: 'Ordina per Nome' }))
  expect(grid.scrollTop).toBe(0)
})

it('empty cells come last, and distinguish not recorded from not permitted', async () => {
  const user = await show(<Example />, {})
  await user.click(await screen.findByRole('button', { name: 'Ordina per Pazienti' }))
  expect(readRows()).toEqual(['Beta', 'Alfa', 'Gamma'])
  await user.click(screen.getByRole('button', { name: 'Ordina per Pazienti' }))
  expect(readRows()).toEqual(['Beta', 'Alfa', 'Gamma'])
  expect(screen.getByRole('gridcell', { name: 'non registrato' })).toHaveTextContent('—')
  expect(screen.getByRole('gridcell', { name: 'non consentito' })).toBeInTheDocument()
})

it('a filter appears in words and can be removed; Ripristina removes all of them', async () => {
  const user = await show(<Example />, {})
  await user.click(await screen.findByRole('button', { name: 'Menu di Nome' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Filtra…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Filtra Nome' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Contiene' }), 'mm')
  await user.click(within(dialog).getByRole('button', { name: 'Filtra' }))
  expect(readRows()).toEqual(['Gamma'])
  expect(screen.getByText('contiene «mm»', { exact: false })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Togli il filtro su Nome' }))
  expect(readRows()).toEqual(['Beta', 'Alfa', 'Gamma'])
  await user.click(screen.getByRole('button', { name: 'Ordina per Nome' }))
  expect(screen.getByText('Ordina per Nome, crescente')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Ripristina' }))
  expect(readRows()).toEqual(['Beta', 'Alfa', 'Gamma'])
})

it('a number that cannot be read keeps the filter dialog open', async () => {
  const user = await show(<Example />, {})
  await user.click(await screen.findByRole('button', { name: 'Menu di Pazienti' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Filtra…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Filtra Pazienti' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Da' }), 'tre')
  await user.click(within(dialog).getByRole('button', { name: 'Filtra' }))
  expect(within(dialog).getByText('Scrivi un numero')).toBeInTheDocument()
  await user.clear(within(dialog).getByRole('textbox', { name: 'Da' }))
  await user.click(within(dialog).getByRole('radio', { name: 'Solo non consentiti' }))
  await user.click(within(dialog).getByRole('button', { name: 'Filtra' }))
  expect(readRows()).toEqual(['Gamma'])
})

it('columns are found by search, shown and hidden by group', async () => {
  const user = await show(<Example />, {})
  await user.click(await screen.findByRole('button', { name: 'Colonne' }))
  const dialog = await screen.findByRole('dialog', { name: 'Colonne' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Cerca una colonna' }), 'paz')
  expect(within(dialog).queryByRole('checkbox', { name: 'Apri' })).not.toBeInTheDocument()
  await user.click(within(dialog).getByRole('checkbox', { name: 'Numeri (1/1)' }))
  expect(screen.queryByRole('columnheader', { name: /Pazienti/ })).not.toBeInTheDocument()
  expect(within(dialog).getByText('1 colonna mostrata')).toBeInTheDocument()
})

it('REQ-UI-14: keys move, open and copy as in a spreadsheet', async () => {
  const user = await show(<Example />, {})
  const grid = await screen.findByRole('grid')
  act(() => grid.focus())
  await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  expect(active).toHaveAccessibleName('non registrato')
  expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4)
  const copied: string[] = []
  const clipboardData = { setData: (_type: string, text: string) => copied.push(text) }
  fireEvent.copy(grid, { clipboardData })
  expect(copied).toEqual(['Beta\t20\r\nAlfa\t'])
  expect(screen.getByText('4 celle copiate')).toBeInTheDocument()
  await user.keyboard('{Control>}{Home}{/Control}{Enter}')
  expect(readRows()).toEqual(['Alfa', 'Beta', 'Gamma'])
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(await screen.findByRole('menuitem', { name: 'Più larga' })).toBeInTheDocument()
})

it('the bar below the grid shows the whole text of the chosen cell', async () => {
  const user = await show(<Example />, {})
  await user.click(await screen.findByRole('gridcell', { name: 'Gamma' }))
  expect(screen.getByText('riga 3')).toHaveTextContent('riga 3')
  expect(screen.getByText('riga 3').parentElement).toHaveTextContent('Nome riga 3 Gamma')
})

it('keeps the chosen height of rows', async () => {
  const user = await show(<Example />, {})
  await user.click(await screen.findByRole('button', { name: 'Altezza righe' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Ampie' }))
  expect(localStorage.getItem('registry.grid-density')).toBe('xl')
  expect(screen.getAllByRole('row')[1]).toHaveStyle({ height: '56px' })
})

it('prints a table of all rows', async () => {
  await show(<Example />, {})
  await screen.findByRole('grid')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const table = screen.getByRole('table', { name: 'Filtri', hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(4)
  expect(table).toHaveTextContent('non consentito')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByRole('table', { hidden: true })).not.toBeInTheDocument()
})
