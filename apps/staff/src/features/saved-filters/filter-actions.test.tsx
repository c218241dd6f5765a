import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeFilters, storedFilter } from './testing/fake-filters.ts'

const open = async (filters: SavedFilter[], address = '/dm_filtro/3') => {
  serve({ user: staffUser({ role: 'DataManager', areaid: 'IT' }), savedFilters: fakeFilters(filters) })
  const user = await openAt(address)
  await screen.findByRole('heading', { level: 1 })
  return user
}

describe('REQ-FIL-20: disabling a filter', () => {
  it('asks first, then shows the filter as disabled, with nothing to run, until it is enabled', async () => {
    const filters = [storedFilter()]
    const user = await open(filters)
    await user.click(screen.getByRole('button', { name: 'Disabilita' }))
    const question = await screen.findByRole('alertdialog', { name: 'Disabilitare il filtro?' })
    await user.click(within(question).getByRole('button', { name: 'Annulla' }))
    expect(filters[0]?.isDisabled).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Disabilita' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disabilita' }))
    await user.click(await screen.findByRole('tab', { name: 'Esportazione' }))
    expect(await screen.findByText(/^Non può essere eseguito né esportato\./)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Esporta' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Dettaglio' }))
    await user.click(await screen.findByRole('button', { name: 'Riabilita' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Disabilita' })).toBeEnabled())
    expect(screen.queryByText('Questo filtro è disabilitato')).not.toBeInTheDocument()
  })
})

describe('REQ-FIL-21: deleting a filter', () => {
  it('asks first, then returns to the list without the filter', async () => {
    const filters = [storedFilter(), storedFilter({ id: 9, name: 'Altro' })]
    const user = await open(filters)
    await user.click(screen.getByRole('button', { name: 'Elimina' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Elimina' }))
    await expect.poll(() => history.location.pathname).toBe('/dm_filtri')
    expect(filters.map(({ id }) => id)).toEqual([9])
  })

  it('is not offered while a study uses the filter, with the reason', async () => {
    await open([storedFilter({ studies: 1 })])
    for (const name of ['Disabilita', 'Elimina']) expect(screen.getByRole('button', { name })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Modifica' })).toBeEnabled()
    expect(screen.getByText('Uno studio usa questo filtro: non si può disabilitare né eliminare.')).toBeInTheDocument()
  })
})
