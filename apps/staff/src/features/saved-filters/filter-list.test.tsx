import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeFilters, storedFilter } from './testing/fake-filters.ts'
import { fakeElementSizes } from './testing/element-sizes.ts'

fakeElementSizes()

const dataManager = staffUser({ role: 'DataManager', areaid: 'IT' })
const twoFilters = () => [
  storedFilter(),
  storedFilter({ id: 5, name: 'Adulti', description: 'Dai 18 anni', author: 'ga@demo.example', where: null }),
]

const namesInOrder = async (): Promise<(string | null)[]> => {
  const table = await screen.findByRole('grid')
  return within(table)
    .getAllByRole('link', { name: /^(?!Apri)/ })
    .map((link) => link.textContent)
}

describe('the list of filters', () => {
  it('shows name, description, author and moment, and opens a filter', async () => {
    serve({ user: dataManager, savedFilters: fakeFilters([storedFilter({ studies: 2 })]) })
    const user = await openAt('/dm_filtri')
    expect(await screen.findByRole('columnheader', { name: /^Studi/ })).toBeInTheDocument()
    const row = await screen.findByRole('row', { name: /Ferritina alta/ })
    expect(row).toHaveTextContent('Pazienti con sovraccarico di ferro')
    expect(row).toHaveTextContent('anna@demo.example')
    expect(row).toHaveTextContent('20/11/2026')
    expect(within(row).getByRole('gridcell', { name: '2' })).toBeInTheDocument()
    await user.click(within(row).getByRole('link', { name: 'Apri Ferritina alta' }))
    expect(history.location.pathname).toBe('/dm_filtro/3')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ferritina alta' })).toBeInTheDocument()
  })

  it('REQ-FIL-30: says when each filter was last exported', async () => {
    const exported = storedFilter({ lastExportAt: '2026-11-22T23:30:00.000Z' })
    serve({ user: dataManager, savedFilters: fakeFilters([exported, storedFilter({ id: 6, name: 'Altro' })]) })
    await openAt('/dm_filtri')
    expect(await screen.findByRole('columnheader', { name: /^Ultima esportazione/ })).toBeInTheDocument()
    expect(screen.getByRole('row', { name: /Ferritina alta/ })).toHaveTextContent('23/11/2026, 00:30')
    expect(screen.getByRole('row', { name: /Altro/ })).toHaveTextContent('mai')
  })

  it('marks an unreadable filter', async () => {
    serve({ user: dataManager, savedFilters: fakeFilters(twoFilters()) })
    await openAt('/dm_filtri')
    expect(await screen.findByRole('row', { name: /Adulti/ })).toHaveTextContent('Da correggere')
    expect(screen.getByRole('row', { name: /Ferritina alta/ })).not.toHaveTextContent('Da correggere')
  })

  it('marks a disabled filter (REQ-FIL-20)', async () => {
    serve({ user: dataManager, savedFilters: fakeFilters([storedFilter({ isDisabled: true }), storedFilter({ id: 6, name: 'Altro' })]) })
    await openAt('/dm_filtri')
    expect(await screen.findByRole('row', { name: /Ferritina alta/ })).toHaveTextContent('Disabilitato')
    expect(screen.getByRole('row', { name: /Altro/ })).not.toHaveTextContent('Disabilitato')
  })

  it('keeps search and order in the address', async () => {
    serve({ user: dataManager, savedFilters: fakeFilters(twoFilters()) })
    const user = await openAt('/dm_filtri?sort=name')
    expect(await namesInOrder()).toEqual(['Adulti', 'Ferritina alta'])
    await user.type(screen.getByRole('textbox', { name: 'Cerca nella tabella' }), 'dai 18')
    await expect.poll(() => history.location.search).toBe('?sort=name&search=dai+18')
    expect(await namesInOrder()).toEqual(['Adulti'])
  })

  it.each([
    ['it', 'Nessun filtro', 'Nuovo filtro'],
    ['en', 'No filters yet', 'New filter'],
  ] as const)('explains the next step when there is no filter (%s)', async (language, empty, add) => {
    serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters([], language) })
    const user = await openAt('/ga_filtri', language)
    expect(await screen.findByText(empty)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: add }))
    expect(await screen.findByRole('heading', { level: 1, name: add })).toBeInTheDocument()
    expect(history.location.pathname).toBe('/ga_filtro/__new__')
  })
})
