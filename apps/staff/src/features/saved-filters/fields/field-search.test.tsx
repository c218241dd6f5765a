import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { serve } from '../../../testing/fake-server.ts'
import { openAt } from '../../../testing/render-app.ts'
import { fakeFilters } from '../testing/fake-filters.ts'

it('REQ-FIL-31: a field that is found once becomes a column and a condition', async () => {
  serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters([]) })
  const user = await openAt('/ga_filtro/__new__')
  await user.type(await screen.findByRole('textbox', { name: 'Cerca un campo' }), 'ferritina: media')
  await user.click(screen.getByRole('checkbox', { name: 'Ferritina: media' }))
  expect(screen.getByRole('list', { name: 'Colonne scelte' })).toHaveTextContent('Ferritina: media')
  await user.click(screen.getByRole('button', { name: 'Aggiungi come condizione: Ferritina: media' }))
  expect(await screen.findByRole('combobox', { name: 'Campo' })).toHaveValue('Ferritina: media')
})
