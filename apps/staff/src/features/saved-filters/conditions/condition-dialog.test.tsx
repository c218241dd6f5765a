import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { serve } from '../../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../../testing/render-app.ts'
import { fakeFilters, storedFilter } from '../testing/fake-filters.ts'

type User = Awaited<ReturnType<typeof openAt>>
let filters: SavedFilter[] = []
beforeEach(() => {
  filters = [storedFilter({ where: { kind: 'predicates', predicates: [] } })]
})

const choose = async (user: User, list: string, item: RegExp | string): Promise<void> => {
  await user.click(await screen.findByRole('combobox', { name: list }))
  await user.click(await screen.findByRole('option', { name: item }))
}

const begin = async (field: string, operator: RegExp | string, role: 'GlobalAdmin' | 'DataManager' = 'GlobalAdmin'): Promise<User> => {
  serve({ user: staffUser({ role, areaid: 'IT' }), savedFilters: fakeFilters(filters) })
  const user = await openAt(role === 'GlobalAdmin' ? '/ga_filtro/3' : '/dm_filtro/3')
  await user.click(await screen.findByRole('button', { name: 'Modifica' }))
  await user.click(await screen.findByRole('button', { name: 'Aggiungi una condizione' }))
  await user.click(await screen.findByRole('combobox', { name: 'Campo' }))
  // Each typed character would render the list of fields again.
  await user.paste(field)
  await user.click(await screen.findByRole('option', { name: field }))
  await choose(user, 'Operatore', operator)
  return user
}

const add = (user: User) => user.click(screen.getByRole('button', { name: 'Aggiungi' }))
const dialog = () => screen.getByRole('dialog')

const saveFilter = async (user: User) => {
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await screen.findByText('Modifiche registrate')
  return filters[0]?.where
}

describe('adding a condition', () => {
  it('REQ-FIL-22: shows the values of the field among all visible patients', async () => {
    await begin('Emoglobina', /^è minore di/, 'DataManager')
    const values = within(await within(dialog()).findByRole('region', { name: 'Valori dei pazienti visibili' }))
    const table = await values.findByRole('table', { name: 'Emoglobina (g/dL)', hidden: true })
    expect(within(table).getByRole('row', { name: /Non registrato/, hidden: true })).toHaveTextContent('20')
  })

  it('takes a number in the style of the language, and shows the unit', async () => {
    const user = await begin('Emoglobina', /^è minore di/)
    await user.type(screen.getByRole('textbox', { name: 'Valore (g/dL)' }), '9,5')
    await add(user)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByText('«Emoglobina» è minore di 9,5 g/dL')).toBeInTheDocument()
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'HB', operator: '<', value: 9.5 }] })
  })

  it('takes a day as dd/MM/yyyy, and rejects a day that does not exist', async () => {
    const user = await begin('Data della diagnosi', 'a partire dal')
    await user.type(screen.getByRole('textbox', { name: 'Valore' }), '31/02/2001')
    await add(user)
    expect(dialog()).toHaveTextContent('Data non valida')
    await user.clear(screen.getByRole('textbox', { name: 'Valore' }))
    await user.type(screen.getByRole('textbox', { name: 'Valore' }), '03/02/2001')
    await add(user)
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'DOD', operator: '>=', value: '2001-02-03' }] })
  })

  it('keeps the value when the next operator also takes one value', async () => {
    const user = await begin('Emoglobina', /^è minore di/)
    await user.type(screen.getByRole('textbox', { name: /Valore/ }), '9')
    await choose(user, 'Operatore', /^è maggiore di/)
    await add(user)
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'HB', operator: '>', value: 9 }] })
  })

  it('offers the reasons of a missing value (REQ-CRF-16)', async () => {
    const user = await begin('Emoglobina', /^manca, con motivo/)
    await choose(user, 'Motivo', 'Non eseguito')
    await add(user)
    expect(screen.getAllByText('«Emoglobina» manca, con motivo "Non eseguito"')).not.toHaveLength(0)
    expect(await saveFilter(user)).toEqual({
      kind: 'predicates',
      predicates: [{ field: 'HB', operator: 'missing because', value: 'not_done' }],
    })
  })

  it('drops the value when the operator takes none', async () => {
    const user = await begin('Emoglobina', /^è minore di/)
    await user.type(screen.getByRole('textbox', { name: /Valore/ }), '9')
    await choose(user, 'Operatore', 'non è indicato')
    await choose(user, 'Operatore', /^è minore di/)
    expect(screen.getByRole('textbox', { name: /Valore/ })).toHaveValue('')
    await choose(user, 'Operatore', 'è indicato')
    await add(user)
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'HB', operator: 'is not null' }] })
  })

  it('drops the value when the next operator takes another number of values', async () => {
    const user = await begin('Regime trasfusionale', 'è uguale a')
    await choose(user, 'Valore', 'Mai trasfuso')
    await choose(user, 'Operatore', 'è uno tra')
    await add(user)
    expect(dialog()).toHaveTextContent('Valore non inserito')
    await choose(user, 'Valori', 'In passato')
    await choose(user, 'Operatore', 'è diverso da')
    await add(user)
    expect(dialog()).toHaveTextContent('Valore non inserito')
    await choose(user, 'Valore', 'Mai trasfuso')
    await add(user)
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'TT', operator: '<>', value: 'NEVER' }] })
  })

  it('the operator in takes several choices', async () => {
    const user = await begin('Regime trasfusionale', 'è uno tra')
    await choose(user, 'Valori', 'Mai trasfuso')
    await user.click(await screen.findByRole('option', { name: 'In passato' }))
    await add(user)
    expect(await screen.findByText('«Regime trasfusionale» è uno tra "Mai trasfuso" o "In passato"')).toBeInTheDocument()
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'TT', operator: 'in', value: ['NEVER', 'PAST'] }] })
  })

  it('takes yes or no', async () => {
    const user = await begin('Trapianto di cellule staminali', 'è uguale a')
    await user.click(screen.getByRole('radio', { name: 'Sì' }))
    await add(user)
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'BMT', operator: '=', value: true }] })
  })

  it('a negative operator can include patients without a value', async () => {
    const user = await begin('Emoglobina', 'è diverso da')
    await user.type(screen.getByRole('textbox', { name: 'Valore (g/dL)' }), '7')
    await add(user)
    expect(screen.getByText('«Emoglobina» è diverso da 7 g/dL (chi non ha un valore resta fuori)')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^Modifica la condizione/ }))
    await user.click(await screen.findByRole('checkbox', { name: 'Includi anche chi non ha un valore' }))
    await user.click(within(dialog()).getByRole('button', { name: 'Conferma' }))
    // The counts name the condition with the same sentence, as soon as they arrive.
    expect(screen.getAllByText('«Emoglobina» è diverso da 7 g/dL oppure «Emoglobina» non è indicato')[0]).toBeInTheDocument()
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'HB', operator: '<>', value: 7, orMissing: true }] })
  })

  it('a positive operator resets that choice', async () => {
    const user = await begin('Emoglobina', 'è diverso da')
    await user.click(screen.getByRole('checkbox', { name: 'Includi anche chi non ha un valore' }))
    await choose(user, 'Operatore', 'è uguale a')
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    await user.type(screen.getByRole('textbox', { name: 'Valore (g/dL)' }), '7')
    await add(user)
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'HB', operator: '=', value: 7 }] })
  })

  it('a null check takes no value', async () => {
    const user = await begin('Emoglobina', 'non è indicato')
    expect(screen.queryByRole('textbox', { name: /Valore/ })).not.toBeInTheDocument()
    await add(user)
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'HB', operator: 'is null' }] })
  })

  it('requires a value when the operator takes one', async () => {
    const user = await begin('Emoglobina', /^è maggiore di/)
    await add(user)
    expect(screen.getByRole('textbox', { name: 'Valore (g/dL)' })).toHaveAccessibleDescription('Valore non inserito')
  })

  it('offers the operators of the field’s type, and drops the value when the field changes', async () => {
    const user = await begin('Emoglobina', /^è maggiore di/)
    await user.type(screen.getByRole('textbox', { name: /Valore/ }), '9')
    await user.clear(screen.getByRole('combobox', { name: 'Campo' }))
    await user.type(screen.getByRole('combobox', { name: 'Campo' }), 'Trapianto di cellule')
    await user.click(await screen.findByRole('option', { name: 'Trapianto di cellule staminali' }))
    await user.click(await screen.findByRole('combobox', { name: 'Operatore' }))
    const offered = screen.getAllByRole('option').map((option) => option.textContent)
    expect(offered).toEqual(['è uguale a', 'è diverso da', 'non è indicato', 'è indicato', 'manca, con motivo'])
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  })
})

it('changes a condition in its position', async () => {
  filters = [storedFilter()]
  serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters) })
  const user = await openAt('/ga_filtro/3')
  await user.click(await screen.findByRole('button', { name: 'Modifica' }))
  await user.click(await screen.findByRole('button', { name: 'Modifica la condizione: «Ferritina» è maggiore di 2500 ng/mL' }))
  const value = await screen.findByRole('textbox', { name: 'Valore (ng/mL)' })
  expect(value).toHaveValue('2500')
  await user.clear(value)
  await user.type(value, '1000')
  await user.click(within(dialog()).getByRole('button', { name: 'Conferma' }))
  expect(await saveFilter(user)).toMatchObject({ predicates: [{ field: 'FERRITIN', operator: '>', value: 1000 }, { field: 'TT' }] })
})

it('Esc closes the dialog and restores the focus', async () => {
  filters = [storedFilter()]
  serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters) })
  const user = await openAt('/ga_filtro/3')
  await user.click(await screen.findByRole('button', { name: 'Modifica' }))
  await user.click(await screen.findByRole('button', { name: 'Aggiungi una condizione' }))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Aggiungi una condizione' })).toHaveFocus()
})

it('shows English texts', async () => {
  filters = [storedFilter()]
  serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters, 'en') })
  const user = await openAt('/ga_filtro/3', 'en')
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  await user.click(screen.getByRole('button', { name: 'Add a condition' }))
  await user.click(await screen.findByRole('button', { name: 'Add' }))
  expect(dialog()).toHaveTextContent('Choose a field')
})
