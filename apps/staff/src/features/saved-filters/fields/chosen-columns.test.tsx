import { FieldSelection } from '@registry/domain/filter/selection'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { serve } from '../../../testing/fake-server.ts'
import { openAt } from '../../../testing/render-app.ts'
import { fakeFilters, storedFilter } from '../testing/fake-filters.ts'

const openForm = async (fields = { PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB', 'FERRITIN'] } }) => {
  const filters = [storedFilter({ fields: FieldSelection.parse(fields) })]
  serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters) })
  const user = await openAt('/ga_filtro/3?edit=true')
  const list = await screen.findByRole('list', { name: 'Colonne scelte' })
  const readColumns = (): readonly string[] =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  const press = (name: string): Promise<void> => user.click(screen.getByRole('button', { name }))
  return { filters, user, list, readColumns, press }
}

describe('REQ-FIL-24: the chosen columns', () => {
  it('are moved with buttons, which keep the focus, and saved in their order', async () => {
    const { filters, press, user, readColumns } = await openForm()
    expect(readColumns()).toEqual(['Sesso alla nascita', 'Emoglobina', 'Ferritina'])
    await press('Sposta prima: Ferritina')
    expect(readColumns()).toEqual(['Sesso alla nascita', 'Ferritina', 'Emoglobina'])
    expect(screen.getByRole('button', { name: 'Sposta prima: Ferritina' })).toHaveFocus()
    expect(screen.getByText('«Ferritina» è ora la colonna 2 di 3.')).toHaveRole('status')
    await user.keyboard('{Enter}')
    expect(readColumns()).toEqual(['Ferritina', 'Sesso alla nascita', 'Emoglobina'])
    // The first column has no earlier place.
    expect(screen.getByRole('button', { name: 'Sposta prima: Ferritina' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Sposta dopo: Ferritina' })).toHaveFocus()
    await press('Salva')
    await screen.findByText('Modifiche registrate')
    const [saved] = filters
    expect(saved?.fields && listSelectedFields(saved.fields).map(({ name }) => name)).toEqual(['FERRITIN', 'SEX', 'HB'])
  })

  it('are moved by dragging', async () => {
    const { list, readColumns } = await openForm()
    const [first, , last] = within(list).getAllByRole('listitem')
    if (!first || !last) throw new Error('the list has three columns')
    fireEvent.dragStart(first)
    fireEvent.dragOver(last)
    fireEvent.drop(last)
    expect(readColumns()).toEqual(['Emoglobina', 'Ferritina', 'Sesso alla nascita'])
  })

  it('are removed one by one, and the focus goes to the next one', async () => {
    const { press, readColumns } = await openForm()
    await press('Togli la colonna: Emoglobina')
    expect(readColumns()).toEqual(['Sesso alla nascita', 'Ferritina'])
    expect(screen.getByRole('button', { name: 'Togli la colonna: Ferritina' })).toHaveFocus()
    await press('Togli la colonna: Ferritina')
    await press('Togli la colonna: Sesso alla nascita')
    expect(screen.queryByRole('list', { name: 'Colonne scelte' })).not.toBeInTheDocument()
    expect(screen.getByText('Nessuna colonna: cerca un campo, o apri una categoria.')).toBeInTheDocument()
  })
})
