import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { FieldSelection } from '@registry/domain/filter/selection'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history, queryClient } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeFilters, storedFilter } from './testing/fake-filters.ts'

const admin = staffUser({ role: 'GlobalAdmin' })
type User = Awaited<ReturnType<typeof openAt>>

/** The form loads when it is needed. */
const waitForForm = () => screen.findByRole('button', { name: 'Salva' })

const open = async (filters: SavedFilter[], address = '/ga_filtro/3'): Promise<User> => {
  serve({ user: admin, savedFilters: fakeFilters(filters) })
  const user = await openAt(address)
  await screen.findByRole('heading', { level: 1 })
  if (address.endsWith('__new__')) await waitForForm()
  return user
}

const edit = async (filters: SavedFilter[]): Promise<User> => {
  const user = await open(filters)
  await user.click(screen.getByRole('button', { name: 'Modifica' }))
  await waitForForm()
  return user
}

const nameInput = () => screen.getByRole('textbox', { name: /Nome/ })
const nameInputs = () => screen.queryAllByRole('textbox', { name: /Nome/ })
const save = (user: User) => user.click(screen.getByRole('button', { name: 'Salva' }))

describe('a filter', () => {
  it('shows its columns in order, and its conditions as sentences with labels of choices', async () => {
    await open([storedFilter()])
    const columns = screen.getByRole('region', { name: 'Colonne' })
    expect(columns).toHaveTextContent('3 colonne')
    const items = within(columns).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Sesso alla nascita', 'Emoglobina', 'Ferritina'])
    const conditions = screen.getByRole('region', { name: 'Condizioni' })
    expect(conditions).toHaveTextContent('«Ferritina» è maggiore di 2.500 ng/mL')
    await waitFor(() => expect(conditions).toHaveTextContent('e «Regime trasfusionale» è uno tra «Mai trasfuso» o «In passato»'))
  })

  it('shows English texts', async () => {
    serve({ user: admin, savedFilters: fakeFilters([storedFilter()], 'en') })
    await openAt('/ga_filtro/3', 'en')
    expect(await screen.findByRole('region', { name: 'Columns' })).toHaveTextContent('HaemoglobinFerritin')
    expect(screen.getByRole('region', { name: 'Conditions' })).toHaveTextContent('“Ferritin” is greater than 2,500')
  })

  it('explains that no condition selects all patients', async () => {
    await open([storedFilter({ where: { kind: 'predicates', predicates: [] } })])
    expect(screen.getByRole('region', { name: 'Condizioni' })).toHaveTextContent('prende tutti i pazienti')
  })

  it('is disabled, deleted and changed by its author or a GlobalAdmin only', async () => {
    await open([storedFilter({ mayChange: false })])
    for (const name of ['Disabilita', 'Elimina', 'Modifica']) expect(screen.getByRole('button', { name })).toBeDisabled()
    expect(screen.getByText('Può modificarlo l’autore o un GlobalAdmin.')).toBeInTheDocument()
  })

  it('shows that a study has frozen the filter (REQ-FIL-01)', async () => {
    await open([storedFilter({ mayChange: false, isFrozen: true })])
    expect(await screen.findByText(/^Uno studio già valutato da un comitato etico usa questo filtro/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Modifica' })).toBeDisabled()
  })

  it('has no tabs for a GlobalAdmin, who runs no filters', async () => {
    await open([storedFilter()])
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
  })

  it('shows that it is unreadable, and how to correct it', async () => {
    await open([storedFilter({ where: null })])
    const notice = screen.getByRole('alert')
    expect(notice).toHaveTextContent('Questo filtro è da correggere')
    expect(notice).toHaveTextContent('Le condizioni non sono più leggibili')
    expect(notice).toHaveTextContent('Modificalo e salvalo')
  })

  it('shows an error when it does not exist', async () => {
    serve({ user: admin, savedFilters: fakeFilters([]) })
    await openAt('/ga_filtro/99')
    expect(await screen.findByRole('alert')).toHaveTextContent('Il filtro 99 non esiste')
  })
})

describe('the form of a filter', () => {
  it('requires name, description and fields, and shows the errors at the inputs and in the summary', async () => {
    const user = await open([], '/ga_filtro/__new__')
    await save(user)
    const summary = screen.getByRole('alert')
    expect(summary).toHaveFocus()
    const links = within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent)
    expect(links).toEqual(['Inserisci il nome del filtro', 'Inserisci la descrizione del filtro', 'Scegli almeno un campo'])
    expect(screen.getByRole('textbox', { name: /Nome/ })).toHaveAccessibleDescription(/Inserisci il nome del filtro/)
    await user.click(within(summary).getByRole('link', { name: 'Scegli almeno un campo' }))
    expect(screen.getByRole('textbox', { name: 'Cerca un campo' })).toHaveFocus()
  })

  it('counts the characters and rejects a name over 80, which stays in the input', async () => {
    const user = await open([], '/ga_filtro/__new__')
    await user.click(screen.getByRole('textbox', { name: /Nome/ }))
    await user.paste('x'.repeat(81))
    expect(screen.getByText('81 di 80 caratteri')).toBeInTheDocument()
    await save(user)
    expect(screen.getByRole('alert')).toHaveTextContent('Il nome può avere al massimo 80 caratteri')
    expect(screen.getByRole('textbox', { name: /Nome/ })).toHaveValue('x'.repeat(81))
  })

  it('offers the laboratory as a table of tests and statistics', async () => {
    const filters: SavedFilter[] = []
    const user = await open(filters, '/ga_filtro/__new__')
    await user.click(screen.getByText('Laboratorio'))
    const table = screen.getByRole('table', { name: 'Laboratorio' })
    const row = within(table).getByRole('row', { name: /^Ferritina ng\/mL/ })
    await user.click(within(row).getByRole('checkbox', { name: 'Ferritina: media' }))
    expect(within(row).getByRole('checkbox', { name: 'Ferritina: media' })).toBeChecked()
    expect(screen.getByText('1 campo')).toBeInTheDocument()
  })

  it('REQ-FIL-23: shows the unit and the description of each field', async () => {
    const user = await open([], '/ga_filtro/__new__')
    await user.type(screen.getByRole('textbox', { name: 'Cerca un campo' }), 'emoglobina g/dl')
    expect(screen.getByRole('checkbox', { name: 'Emoglobina' })).toHaveAccessibleDescription(
      'g/dL. Pre-trasfusionale se il paziente è trasfuso',
    )
    await user.clear(screen.getByRole('textbox', { name: 'Cerca un campo' }))
    await user.click(screen.getByText('Laboratorio'))
    const table = screen.getByRole('table', { name: 'Laboratorio' })
    expect(within(table).getByText('Alanina aminotransferasi')).toBeInTheDocument()
  })

  it('adds a filter with a searched field and a whole category, and confirms it', async () => {
    const filters: SavedFilter[] = []
    const user = await open(filters, '/ga_filtro/__new__')
    await user.type(screen.getByRole('textbox', { name: /Nome/ }), 'Emoglobina')
    await user.type(screen.getByRole('textbox', { name: /Descrizione/ }), 'Solo emoglobina')
    await user.type(screen.getByRole('textbox', { name: 'Cerca un campo' }), 'emoglobina: ultimo')
    await user.click(screen.getByRole('checkbox', { name: 'Emoglobina: ultimo valore' }))
    await user.clear(screen.getByRole('textbox', { name: 'Cerca un campo' }))
    await user.click(screen.getByText('Covid'))
    const covid = screen.getByRole('group', { name: 'Covid' })
    await user.click(await within(covid).findByRole('checkbox', { name: /Tutti i campi/ }))
    await save(user)
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(history.location.pathname).toBe('/ga_filtro/7')
    expect(filters).toEqual([
      expect.objectContaining({ name: 'Emoglobina', fields: { PATIENT: [], MEDICAL_DATA: { Laboratory: ['HB_LAST'], Covid: 'ALL' } } }),
    ])
  })

  it('changes a filter: removes a field from all fields, and a condition', async () => {
    const filters = [storedFilter({ fields: FieldSelection.parse({ PATIENT: 'ALL', MEDICAL_DATA: {} }) })]
    const user = await edit(filters)
    await user.click(screen.getByText('Dati anagrafici'))
    await user.click(await screen.findByRole('checkbox', { name: 'Sesso alla nascita' }))
    await user.click(screen.getByRole('button', { name: 'Togli la condizione: «Ferritina» è maggiore di 2.500 ng/mL' }))
    await save(user)
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    const [saved] = filters
    expect(saved?.version).toBe(2)
    expect(saved?.where).toEqual({ kind: 'predicates', predicates: [{ field: 'TT', operator: 'in', value: ['NEVER', 'PAST'] }] })
    expect(saved?.fields?.PATIENT).not.toContain('SEX')
    expect(saved?.fields?.PATIENT.length).toBeGreaterThan(2)
  })

  it('an unreadable condition stays an error until the person resets it', async () => {
    const filters = [storedFilter({ where: null })]
    const user = await edit(filters)
    await save(user)
    expect(screen.getByRole('link', { name: 'La condizione del filtro non è leggibile' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Ricomincia senza condizioni' }))
    await save(user)
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(filters[0]?.where).toEqual({ kind: 'predicates', predicates: [] })
  })

  it('REQ-UI-20: keeps unsaved changes for the next visit, and asks before it discards them', async () => {
    const user = await edit([storedFilter()])
    await user.type(nameInput(), '!')
    await user.click(screen.getByRole('link', { name: 'Indietro' }))
    await screen.findByRole('heading', { level: 1, name: 'Filtri' })
    expect(history.location.pathname).toBe('/ga_filtri')
    act(() => history.push('/ga_filtro/3?edit=true'))
    expect(await screen.findByText('Qui sotto c’è quello che avevi scritto e non ancora inviato.')).toBeInTheDocument()
    expect(nameInput()).toHaveValue('Ferritina alta!')
    await user.click(screen.getByRole('button', { name: 'Annulla' }))
    await user.click(await screen.findByRole('button', { name: 'Scarta le modifiche' }))
    await user.click(await screen.findByRole('button', { name: 'Modifica' }))
    expect(nameInput()).toHaveValue('Ferritina alta')
    expect(screen.queryByRole('button', { name: 'Scarta la bozza' })).not.toBeInTheDocument()
  })

  it('REQ-UI-20: returns to the same form with its changes after a lost session and a new sign-in', async () => {
    const user = await edit([storedFilter()])
    await user.type(nameInput(), '!')
    await waitFor(() => expect(Object.keys(localStorage)).toHaveLength(1))
    serve({ user: null })
    await user.click(screen.getByRole('button', { name: 'Salva' }))
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(decodeURIComponent(document.cookie)).toContain('next=/ga_filtro/3?edit=true')
    serve({ user: admin, savedFilters: fakeFilters([storedFilter()]) })
    await queryClient.resetQueries()
    act(() => history.push('/ga_filtro/3?edit=true'))
    expect(await screen.findByRole('textbox', { name: /Nome/ })).toHaveValue('Ferritina alta!')
  })

  it('REQ-UI-20: finds a new filter again that has only a name', async () => {
    const user = await open([], '/ga_filtro/__new__')
    await user.type(nameInput(), 'Solo il nome')
    act(() => history.push('/ga_filtri'))
    await waitFor(() => expect(nameInputs()).toHaveLength(0))
    act(() => history.push('/ga_filtro/__new__'))
    expect(await screen.findByRole('textbox', { name: /Nome/ })).toHaveValue('Solo il nome')
  })

  it('REQ-UI-20: sign-out deletes the changes from the browser', async () => {
    const user = await edit([storedFilter()])
    await user.type(nameInput(), '!')
    await waitFor(() => expect(Object.keys(localStorage)).toHaveLength(1))
    act(() => history.push('/logout'))
    expect(await screen.findByText('Sono un operatore')).toBeInTheDocument()
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('REQ-UI-21: an error disappears as soon as it is resolved, and the focus stays in the field', async () => {
    const user = await open([], '/ga_filtro/__new__')
    await save(user)
    await user.type(nameInput(), 'A')
    expect(screen.getByRole('alert')).not.toHaveTextContent('Inserisci il nome del filtro')
    expect(screen.getByRole('alert')).toHaveTextContent('Inserisci la descrizione del filtro')
    expect(nameInput()).toHaveFocus()
  })
})

describe('FAULT-13: a filter that another person changed in between', () => {
  const conflict = async () => {
    const filters = [storedFilter()]
    const user = await edit(filters)
    await user.type(screen.getByRole('textbox', { name: /Nome/ }), ' mia')
    filters[0] = storedFilter({ version: 2, name: 'Ferritina loro', where: { kind: 'predicates', predicates: [] } })
    await save(user)
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('Il filtro è stato modificato da un’altra persona')
    expect(notice).toHaveTextContent('Ferritina loro')
    expect(notice.parentElement).toHaveFocus()
    expect(screen.getByRole('textbox', { name: /Nome/ })).toHaveValue('Ferritina alta mia')
    return { filters, user }
  }

  it('is shown next to the unsaved changes, which can replace it', async () => {
    const { filters, user } = await conflict()
    await user.click(screen.getByRole('button', { name: 'Salva le mie' }))
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(filters[0]).toMatchObject({ version: 3, name: 'Ferritina alta mia' })
  })

  it('is found too when the unsaved changes come from a draft', async () => {
    const filters = [storedFilter()]
    const user = await edit(filters)
    await user.type(nameInput(), ' mia')
    await user.click(screen.getByRole('link', { name: 'Indietro' }))
    filters[0] = storedFilter({ version: 2, name: 'Ferritina loro' })
    await queryClient.resetQueries()
    act(() => history.push('/ga_filtro/3?edit=true'))
    await screen.findByRole('button', { name: 'Scarta la bozza' })
    await save(user)
    expect(await screen.findByText(/Il filtro è stato modificato da un’altra persona/)).toBeInTheDocument()
    expect(filters[0]).toMatchObject({ version: 2, name: 'Ferritina loro' })
  })

  it('can replace the unsaved changes', async () => {
    const { user } = await conflict()
    await user.click(screen.getByRole('button', { name: 'Prendi queste' }))
    expect(screen.getByRole('textbox', { name: /Nome/ })).toHaveValue('Ferritina loro')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})
