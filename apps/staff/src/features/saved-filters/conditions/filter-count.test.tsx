import type { Services } from '@registry/api-contract/services'
import type { FilterCounts } from '@registry/api-contract/saved-filters'
import type { Role } from '@registry/domain/access/roles'
import { AppError } from '@registry/domain/error'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../../testing/fake-server.ts'
import { openAt } from '../../../testing/render-app.ts'
import { fakeFilters, storedFilter } from '../testing/fake-filters.ts'

const roles: Readonly<Record<string, Role>> = { ga: 'GlobalAdmin', dm: 'DataManager', ca: 'CenterAdmin' }

const open = async (address: string, part: Partial<Services['savedFilters']> = {}, language: 'it' | 'en' = 'it') => {
  serve({
    user: staffUser({ role: roles[address.slice(1, 3)] ?? 'CenterAdmin', center: 'RM01', areaid: 'IT' }),
    savedFilters: { ...fakeFilters([storedFilter()], language), ...part },
  })
  const user = await openAt(address, language)
  await screen.findByRole('heading', { level: 1 })
  return user
}
const countRegion = (name = 'Quanti pazienti') => screen.findByRole('region', { name })
const listSteps = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map((item) => item.textContent.trim())

describe('counting while a filter is edited', () => {
  it('REQ-FIL-10: shows the patients who remain after each consent and condition, and whom each removes', async () => {
    await open('/ca_filtro/3?edit=true')
    const region = await countRegion()
    await waitFor(() =>
      expect(listSteps(region)).toEqual([
        'Pazienti del tuo centro 600',
        'Autorizzazione alla registrazione 512 esclusi 88, di cui 20 senza risposta',
        '«Ferritina» è maggiore di 2.500 ng/mL 256 esclusi 256, di cui 3 senza valore',
        '«Regime trasfusionale» è uno tra «Mai trasfuso» o «In passato» 128 esclusi 128, di cui 3 senza valore',
      ]),
    )
    expect(within(region).getByRole('status')).toHaveTextContent('128 pazienti')
    expect(region).toHaveTextContent('Ogni riga parte dai pazienti rimasti nella riga sopra.')
    expect(region).not.toHaveTextContent('arrotondati')
  })

  it('counts again when a condition goes, and asks for each condition once', async () => {
    const count = vi.fn(fakeFilters([]).count)
    const user = await open('/ca_filtro/3?edit=true', { count })
    const region = await countRegion()
    await waitFor(() => expect(within(region).getByRole('status')).toHaveTextContent('128 pazienti'))
    await user.click(screen.getByRole('button', { name: 'Togli la condizione: «Ferritina» è maggiore di 2.500 ng/mL' }))
    await waitFor(() => expect(within(region).getByRole('status')).toHaveTextContent('256 pazienti'))
    expect(count).toHaveBeenCalledTimes(2)
  })

  it('REQ-FIL-10: a newer condition and a closed form end the request of the older count', async () => {
    const { count } = fakeFilters([])
    const signals: (AbortSignal | undefined)[] = []
    const user = await open('/ca_filtro/3?edit=true', {
      count: async (caller, draft, signal) => {
        signals.push(signal)
        return draft.where.kind === 'predicates' && draft.where.predicates.length === 2
          ? count(caller, draft)
          : new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new AppError('count_superseded'))))
      },
    })
    const region = await countRegion()
    await waitFor(() => expect(within(region).getByRole('status')).toHaveTextContent('128 pazienti'))
    const isAborted = () => signals.map((signal) => signal?.aborted)
    await user.click(screen.getByRole('button', { name: /^Togli la condizione: «Ferritina»/ }))
    await waitFor(() => expect(isAborted()).toEqual([false, false]))
    await user.click(screen.getByRole('button', { name: /^Togli la condizione: «Regime/ }))
    await waitFor(() => expect(isAborted()).toEqual([false, true, false]))
    await user.click(screen.getByRole('button', { name: 'Annulla' }))
    await user.click(await screen.findByRole('button', { name: 'Scarta le modifiche' }))
    await waitFor(() => expect(isAborted()).toEqual([false, true, true]))
    expect(screen.queryByText(/Il conteggio non è riuscito/)).not.toBeInTheDocument()
  })

  it('shows the effect of a condition before it is accepted, and nothing while it is incomplete', async () => {
    const user = await open('/ca_filtro/3?edit=true')
    await waitFor(async () => expect(within(await countRegion()).getByRole('status')).toHaveTextContent('128 pazienti'))
    await user.click(screen.getByRole('button', { name: 'Modifica la condizione: «Ferritina» è maggiore di 2.500 ng/mL' }))
    const editor = await screen.findByRole('group', { name: 'Modifica la condizione' })
    await within(editor).findByRole('textbox', { name: /Valore/ })
    // The values of the field have a status too, while they are loading.
    const listStatus = () =>
      within(editor)
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
    await waitFor(() => expect(listStatus()).toContain('Con questa condizione restano 256 pazienti su 512.'))
    await user.clear(within(editor).getByRole('textbox', { name: /Valore/ }))
    await waitFor(() => expect(listStatus().join()).not.toContain('Con questa condizione'))
    await user.click(within(editor).getByRole('button', { name: 'Annulla la condizione' }))
    expect(within(await countRegion()).getByRole('status')).toHaveTextContent('128 pazienti')
  })

  it('keeps the last numbers when a count fails, and offers another attempt', async () => {
    const { count } = fakeFilters([])
    let fails = false
    const user = await open('/ca_filtro/3?edit=true', {
      count: async (caller, draft) => {
        if (fails) throw new AppError('busy', { seconds: 5 })
        return count(caller, draft)
      },
    })
    const region = await countRegion()
    await waitFor(() => expect(within(region).getByRole('status')).toHaveTextContent('128 pazienti'))
    fails = true
    await user.click(screen.getByRole('button', { name: /^Togli la condizione: «Ferritina»/ }))
    expect(await within(region).findByRole('alert')).toHaveTextContent('Il conteggio non è riuscito.')
    expect(within(region).getByRole('status')).toHaveTextContent('128 pazienti')
    fails = false
    await user.click(within(region).getByRole('button', { name: 'Conta di nuovo' }))
    await waitFor(() => expect(within(region).getByRole('status')).toHaveTextContent('256 pazienti'))
    expect(within(region).queryByRole('alert')).not.toBeInTheDocument()
  })

  it('shows for whom columns stay empty', async () => {
    const counts: FilterCounts = {
      visible: 600,
      steps: [
        { consent: 'c_db', remaining: 550, removed: 50, unknown: 0 },
        { consent: null, remaining: 1, removed: 549, unknown: 25 },
      ],
      withheld: [
        { consent: 'C_DB_P', patients: 10 },
        { consent: 'C_DB_M', patients: 0 },
      ],
    }
    await open('/dm_filtro/3?edit=true', { count: async () => counts }, 'en')
    const region = await countRegion('How many patients')
    await waitFor(() => expect(within(region).getByRole('status')).toHaveTextContent('1 patient'))
    expect(listSteps(region)).toEqual([
      'Patients of your area 600',
      'Authorisation to be registered 550 excludes 50',
      expect.stringContaining('1 excludes 549, of whom 25 have no value'),
    ])
    expect(region).toHaveTextContent('Of these, 10 have not given “Consent to personal data”: the columns that require it are empty.')
  })

  it('REQ-FIL-11: a GlobalAdmin, who runs no filter, edits without numbers', async () => {
    const count = vi.fn(fakeFilters([]).count)
    const summary = vi.fn(fakeFilters([]).summary)
    const user = await open('/ga_filtro/3?edit=true', { count, summary })
    await user.click(await screen.findByRole('button', { name: 'Modifica la condizione: «Ferritina» è maggiore di 2.500 ng/mL' }))
    await within(await screen.findByRole('group', { name: 'Modifica la condizione' })).findByRole('textbox', { name: /Valore/ })
    expect(screen.queryByRole('region', { name: 'Quanti pazienti', hidden: true })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Valori dei pazienti visibili' })).not.toBeInTheDocument()
    expect([count, summary].map(({ mock }) => mock.calls)).toEqual([[], []])
  })

  it('shows no numbers for a condition that cannot be read', async () => {
    const count = vi.fn(fakeFilters([]).count)
    await open('/ca_filtro/3?edit=true', { ...fakeFilters([storedFilter({ where: null })]), count })
    await screen.findByRole('button', { name: 'Ricomincia senza condizioni' })
    expect(screen.queryByRole('region', { name: 'Quanti pazienti' })).not.toBeInTheDocument()
    expect(count).not.toHaveBeenCalled()
  })
})
