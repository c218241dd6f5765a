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

const begin = async (
  field: string,
  operator: RegExp | string | undefined,
  role: 'GlobalAdmin' | 'DataManager' = 'GlobalAdmin',
): Promise<User> => {
  serve({ user: staffUser({ role, areaid: 'IT' }), savedFilters: fakeFilters(filters) })
  const user = await openAt(role === 'GlobalAdmin' ? '/ga_filtro/3' : '/dm_filtro/3')
  await user.click(await screen.findByRole('button', { name: 'Modifica' }))
  await chooseField(user, field)
  if (operator !== undefined) await choose(user, 'Operatore', operator)
  return user
}

const chooseField = async (user: User, field: string): Promise<void> => {
  await user.click(await screen.findByRole('combobox', { name: 'Aggiungi una condizione' }))
  // Each typed character would render the list of fields again.
  await user.paste(field)
  await user.click(await screen.findByRole('option', { name: field }))
}

const add = (user: User) => user.click(screen.getByRole('button', { name: 'Aggiungi' }))
const editor = () => screen.getByRole('group', { name: /Nuova condizione|Modifica la condizione|Nuova alternativa/ })

const saveFilter = async (user: User) => {
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await screen.findByText('Modifiche registrate')
  return filters[0]?.where
}

describe('adding a condition', () => {
  it('REQ-FIL-22: shows the values of the field among all visible patients', async () => {
    await begin('Emoglobina', /^è minore di/, 'DataManager')
    const values = within(await within(editor()).findByRole('region', { name: 'Valori dei pazienti visibili' }))
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
    expect(editor()).toHaveTextContent('Data non valida')
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
    expect(screen.getAllByText('«Emoglobina» manca, con motivo «Non eseguito»')).not.toHaveLength(0)
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
    expect(editor()).toHaveTextContent('Valore non inserito')
    await choose(user, 'Valori', 'In passato')
    await choose(user, 'Operatore', 'è diverso da')
    await add(user)
    expect(editor()).toHaveTextContent('Valore non inserito')
    await choose(user, 'Valore', 'Mai trasfuso')
    await add(user)
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'TT', operator: '<>', value: 'NEVER' }] })
  })

  it('the operator in takes several choices', async () => {
    const user = await begin('Regime trasfusionale', 'è uno tra')
    await choose(user, 'Valori', 'Mai trasfuso')
    await user.click(await screen.findByRole('option', { name: 'In passato' }))
    await add(user)
    expect(await screen.findByText('«Regime trasfusionale» è uno tra «Mai trasfuso» o «In passato»')).toBeInTheDocument()
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
    await user.click(within(editor()).getByRole('button', { name: 'Conferma' }))
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
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })
})

it('changes a condition in its position', async () => {
  filters = [storedFilter()]
  serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters) })
  const user = await openAt('/ga_filtro/3')
  await user.click(await screen.findByRole('button', { name: 'Modifica' }))
  await user.click(await screen.findByRole('button', { name: 'Modifica la condizione: «Ferritina» è maggiore di 2.500 ng/mL' }))
  const value = await screen.findByRole('textbox', { name: 'Valore (ng/mL)' })
  expect(value).toHaveValue('2500')
  await user.clear(value)
  await user.type(value, '1000')
  await user.click(within(editor()).getByRole('button', { name: 'Conferma' }))
  expect(await saveFilter(user)).toMatchObject({ predicates: [{ field: 'FERRITIN', operator: '>', value: 1000 }, { field: 'TT' }] })
})

it('Esc leaves a condition without changes, and restores the focus', async () => {
  filters = [storedFilter()]
  serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters) })
  const user = await openAt('/ga_filtro/3')
  await user.click(await screen.findByRole('button', { name: 'Modifica' }))
  const change = { name: 'Modifica la condizione: «Ferritina» è maggiore di 2.500 ng/mL' }
  await user.click(await screen.findByRole('button', change))
  const value = await screen.findByRole('textbox', { name: 'Valore (ng/mL)' })
  await expect.poll(() => document.activeElement).toBe(value)
  await user.keyboard('1{Escape}')
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', change))
})

it('Esc closes an open list, and only then leaves the condition', async () => {
  const user = await begin('Sesso alla nascita', undefined)
  await user.click(await screen.findByRole('combobox', { name: 'Valore' }))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('combobox', { name: 'Campo' })).toHaveValue('Sesso alla nascita')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('combobox', { name: 'Campo' })).toBeNull()
})

it('shows English texts', async () => {
  filters = [storedFilter()]
  serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters, 'en') })
  const user = await openAt('/ga_filtro/3', 'en')
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  await user.click(screen.getByRole('combobox', { name: 'Add a condition' }))
  await user.keyboard('{Escape}{Enter}')
  expect(screen.getByRole('group', { name: 'New condition' })).toHaveTextContent('Choose a field')
})

describe('REQ-FIL-26: ranges and days before today', () => {
  it('a number begins with a range, and Enter opens the next condition', async () => {
    const user = await begin('Emoglobina', undefined)
    const from = await screen.findByRole('textbox', { name: 'Da (g/dL)' })
    await expect.poll(() => document.activeElement).toBe(from)
    await user.keyboard('7,5{Tab}9{Enter}')
    expect(screen.getByText('«Emoglobina» è compreso tra 7,5 e 9 g/dL')).toBeInTheDocument()
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('combobox', { name: 'Aggiungi una condizione' }))
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'HB', operator: 'between', value: [7.5, 9] }] })
  })

  it('shows the permitted and the usual values of the field', async () => {
    await begin('Emoglobina', undefined)
    expect(await screen.findByText(/^Da .* g\/dL, di solito .*Una casella vuota non pone limiti/)).toBeInTheDocument()
  })

  it.each([
    ['7{Enter}', { operator: '>=', value: 7 }],
    ['{Tab}9{Enter}', { operator: '<=', value: 9 }],
  ])('one limit is a comparison: %s', async (keys, expected) => {
    const user = await begin('Emoglobina', undefined)
    const from = await screen.findByRole('textbox', { name: 'Da (g/dL)' })
    await expect.poll(() => document.activeElement).toBe(from)
    await user.keyboard(keys)
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'HB', ...expected }] })
  })

  it('says at the second limit that it is too low', async () => {
    const user = await begin('Emoglobina', undefined)
    await user.type(await screen.findByRole('textbox', { name: 'Da (g/dL)' }), '9')
    await user.type(screen.getByRole('textbox', { name: 'A (g/dL)' }), '7')
    await add(user)
    expect(screen.getByRole('textbox', { name: 'A (g/dL)' })).toHaveAccessibleDescription(
      'Il primo valore deve essere minore o uguale al secondo',
    )
  })

  it('takes a number of months before today', async () => {
    const user = await begin('Data della diagnosi', 'risale a più di')
    await user.type(await screen.findByRole('textbox', { name: 'Quanti' }), '24')
    await user.click(screen.getByRole('checkbox', { name: 'Includi anche chi non ha un valore' }))
    await add(user)
    expect(screen.getByText(/risale a più di 24 mesi fa oppure .* non è indicato/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^Modifica la condizione/ }))
    expect(await screen.findByRole('textbox', { name: 'Quanti' })).toHaveValue('24')
    await choose(user, 'Operatore', 'è negli ultimi')
    await choose(user, 'Unità di tempo', 'anni')
    await user.click(screen.getByRole('button', { name: 'Conferma' }))
    expect(await saveFilter(user)).toEqual({
      kind: 'predicates',
      predicates: [{ field: 'DOD', operator: 'in the last', value: '24 years' }],
    })
  })

  it('saves a condition that was written and not added, and stops at an incomplete one', async () => {
    const user = await begin('Emoglobina', undefined)
    const from = await screen.findByRole('textbox', { name: 'Da (g/dL)' })
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    expect(from).toHaveAccessibleDescription('Valore non inserito')
    await user.type(from, '7')
    expect(await saveFilter(user)).toEqual({ kind: 'predicates', predicates: [{ field: 'HB', operator: '>=', value: 7 }] })
  })
})

describe('REQ-FIL-27: alternatives', () => {
  it('an alternative stays with its condition', async () => {
    filters = [storedFilter()]
    serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters) })
    const user = await openAt('/ga_filtro/3')
    await user.click(await screen.findByRole('button', { name: 'Modifica' }))
    await user.click(screen.getByRole('button', { name: /^oppure… .*Ferritina/ }))
    await user.click(within(editor()).getByRole('combobox', { name: 'Campo' }))
    await user.paste('Emoglobina')
    await user.click(await screen.findByRole('option', { name: 'Emoglobina' }))
    await user.type(await screen.findByRole('textbox', { name: 'A (g/dL)' }), '7{Enter}')
    expect(screen.getByText('oppure «Emoglobina» è minore o uguale a 7 g/dL')).toBeInTheDocument()
    expect(await saveFilter(user)).toMatchObject({
      predicates: [{ field: 'FERRITIN' }, { field: 'HB', operator: '<=', value: 7, or: true }, { field: 'TT' }],
    })
  })

  it('the remaining alternative is a condition of its own when the first is removed', async () => {
    filters = [
      storedFilter({
        where: {
          kind: 'predicates',
          predicates: [
            { field: 'TT', operator: 'is null' },
            { field: 'HB', operator: 'is null' },
            { field: 'ALT', operator: 'is null', or: true },
          ],
        },
      }),
    ]
    serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters(filters) })
    const user = await openAt('/ga_filtro/3')
    await user.click(await screen.findByRole('button', { name: 'Modifica' }))
    await user.click(screen.getByRole('button', { name: 'Togli la condizione: «Emoglobina» non è indicato' }))
    expect(await saveFilter(user)).toEqual({
      kind: 'predicates',
      predicates: [
        { field: 'TT', operator: 'is null' },
        { field: 'ALT', operator: 'is null' },
      ],
    })
  })
})

describe('REQ-FIL-32: a condition on dated results', () => {
  it('compares the newest result up to a day, without the chart of the record’s values', async () => {
    const user = await begin('Ferritina', undefined, 'DataManager')
    await within(editor()).findByRole('region', { name: 'Valori dei pazienti visibili' })
    await choose(user, 'Che cosa confrontare', 'Valore a una data')
    expect(within(editor()).queryByRole('region', { name: 'Valori dei pazienti visibili' })).not.toBeInTheDocument()
    await user.type(screen.getByRole('textbox', { name: 'Da (ng/mL)' }), '1000')
    await add(user)
    expect(screen.getByRole('textbox', { name: 'Fino al giorno' })).toHaveAccessibleDescription(/Valore non inserito/)
    await user.type(screen.getByRole('textbox', { name: 'Fino al giorno' }), '31/12/2024')
    await add(user)
    expect(screen.getByText('l’ultimo risultato di «Ferritina» fino al 31/12/2024 è maggiore o uguale a 1.000 ng/mL')).toBeInTheDocument()
    expect(await saveFilter(user)).toEqual({
      kind: 'predicates',
      predicates: [{ field: 'FERRITIN', results: 'value', day: '2024-12-31', operator: '>=', value: 1000 }],
    })
  })

  it('counts whole months without a unit, and can include patients without a result', async () => {
    const user = await begin('Ferritina', undefined)
    await choose(user, 'Che cosa confrontare', 'Mesi dall’ultimo risultato')
    await choose(user, 'Operatore', 'è maggiore di')
    await user.type(screen.getByRole('textbox', { name: 'Valore' }), '12')
    await user.click(screen.getByRole('checkbox', { name: 'Includi anche chi non ha risultati' }))
    await add(user)
    expect(await saveFilter(user)).toMatchObject({ predicates: [{ results: 'months', operator: '>', value: 12, orMissing: true }] })
  })

  it('is opened again as it was saved', async () => {
    filters = [
      storedFilter({ where: { kind: 'predicates', predicates: [{ field: 'FERRITIN', results: 'count', operator: '>=', value: 3 }] } }),
    ]
    serve({ user: staffUser({ role: 'GlobalAdmin', areaid: 'W' }), savedFilters: fakeFilters(filters) })
    const user = await openAt('/ga_filtro/3')
    await user.click(await screen.findByRole('button', { name: 'Modifica' }))
    await user.click(await screen.findByRole('button', { name: /^Modifica la condizione/ }))
    expect(await screen.findByRole('combobox', { name: 'Che cosa confrontare' })).toHaveValue('Numero di risultati')
    expect(screen.getByRole('textbox', { name: 'Valore' })).toHaveValue('3')
  })

  it('is not offered for a field without dated results', async () => {
    await begin('Emoglobina: media', undefined)
    expect(screen.queryByRole('combobox', { name: 'Che cosa confrontare' })).not.toBeInTheDocument()
  })
})
