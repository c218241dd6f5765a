import type { Services } from '@registry/api-contract/services'
import type { FilterRows } from '@registry/api-contract/saved-filters'
import { AppError } from '@registry/domain/error'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../../app/shell.ts'
import { serve } from '../../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../../testing/render-app.ts'
import { fakeFilters, storedFilter } from '../testing/fake-filters.ts'
import { fakeElementSizes } from '../testing/element-sizes.ts'

fakeElementSizes()

const found: FilterRows = {
  columns: ['TT', 'HB', 'DOD', 'BMT', 'HOSPEDAL_CAUSES'],
  rows: [
    ['NEVER', 9.0625, '2001-02-03', true, '["NEVER","PAST"]'],
    [null, null, null, null, null],
  ],
  total: 12_403,
  excluded: { noConsent: 0, noAnswer: 0, noValue: 0 },
  withheld: [],
}

const open = async (run: Services['savedFilters']['run'], language: 'it' | 'en' = 'it') => {
  serve({
    user: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
    savedFilters: { ...fakeFilters([storedFilter()], language), run },
  })
  const user = await openAt('/ca_filtro/3?tab=export', language)
  await screen.findByRole('tab', { name: language === 'it' ? 'Esportazione' : 'Export', selected: true })
  return user
}

describe('a filter on screen', () => {
  it('runs on request as the role of the area, and shows labels instead of ids', async () => {
    const run = vi.fn(async () => found)
    const user = await open(run)
    expect(run).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Mostra i pazienti' }))
    expect(await screen.findByText('12.403 pazienti')).toBeInTheDocument()
    expect(run).toHaveBeenCalledExactlyOnceWith(expect.anything(), { id: 3, asRole: 'CenterAdmin' }, expect.anything())
    const table = await screen.findByRole('grid')
    expect(await within(table).findByText('Emoglobina (g/dL)')).toBeInTheDocument()
    const cells = () =>
      within(within(table).getAllByRole('row')[1] ?? table)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent)
    await waitFor(() => expect(cells()).toEqual(['1', 'Mai trasfuso', '9,0625', '03/02/2001', 'Sì', 'Mai trasfuso, In passato']))
  })

  it.each([
    [
      'it',
      0,
      'Mostra i pazienti',
      'Lasciati fuori perché le condizioni non si possono verificare: 1 ha negato il consenso, 2 non hanno ancora risposto, 3 non hanno un valore.',
    ],
    [
      'en',
      12_403,
      'Show the patients',
      'Excluded because the conditions cannot be checked: 1 refused consent, 2 have not answered yet, 3 have no value.',
    ],
  ] as const)('counts patients without consent, answer or value separately (%s, %s found)', async (language, total, button, sentence) => {
    const user = await open(async () => ({ ...found, total, excluded: { noConsent: 1, noAnswer: 2, noValue: 3 } }), language)
    await user.click(screen.getByRole('button', { name: button }))
    expect(await screen.findByText((_text, element) => element?.tagName === 'P' && element.textContent === sentence)).toBeInTheDocument()
  })

  it('REQ-FIL-09: distinguishes cells not recorded from cells not permitted', async () => {
    const user = await open(async () => ({ ...found, withheld: [{ columns: [0, 1], rows: [1] }] }))
    await user.click(screen.getByRole('button', { name: 'Mostra i pazienti' }))
    const [, , second] = within(await screen.findByRole('grid')).getAllByRole('row')
    const cells = second ? within(second).getAllByRole('gridcell') : []
    expect(cells.map((cell) => cell.getAttribute('aria-label') ?? cell.textContent)).toEqual([
      '2',
      'non consentito',
      'non consentito',
      'non registrato',
      'non registrato',
      'non registrato',
    ])
    expect(screen.getByRole('list', { name: 'Celle vuote' })).toHaveTextContent('non consentito dal paziente')
  })

  it('the address has the order of the patients, and not their search', async () => {
    const user = await open(async () => found)
    await user.click(screen.getByRole('button', { name: 'Mostra i pazienti' }))
    await user.click(await screen.findByRole('button', { name: 'Ordina per Emoglobina (g/dL)' }))
    await expect.poll(() => history.location.search).toBe('?tab=export&sort=HB')
    await user.type(screen.getByRole('textbox', { name: 'Cerca nella tabella' }), 'mai')
    expect(await screen.findByText('1 di 2 righe')).toBeInTheDocument()
    expect(history.location.search).toBe('?tab=export&sort=HB')
  })

  it('aligns numbers to the right', async () => {
    const user = await open(async () => found)
    await user.click(screen.getByRole('button', { name: 'Mostra i pazienti' }))
    expect(await screen.findByText('9,0625')).toHaveAttribute('data-number')
  })

  it('shows English texts and numbers', async () => {
    const user = await open(async () => found, 'en')
    await user.click(screen.getByRole('button', { name: 'Show the patients' }))
    expect(await screen.findByText('12,403 patients')).toBeInTheDocument()
    expect(await screen.findByText('Haemoglobin (g/dL)')).toBeInTheDocument()
  })

  it('explains an empty result', async () => {
    const user = await open(async () => ({ ...found, rows: [], total: 0 }))
    await user.click(screen.getByRole('button', { name: 'Mostra i pazienti' }))
    expect(await screen.findByText('Nessun paziente')).toBeInTheDocument()
  })

  it('shows an error in the page', async () => {
    const user = await open(() => Promise.reject(new AppError('filter_broken', { id: 3 })))
    await user.click(screen.getByRole('button', { name: 'Mostra i pazienti' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Il filtro 3 non può più essere eseguito')
  })

  it('the tab has its own address, and an unreadable filter does not run', async () => {
    serve({
      user: staffUser({ role: 'DataManager', areaid: 'IT' }),
      savedFilters: fakeFilters([storedFilter({ where: null })]),
    })
    await openAt('/dm_filtro/3?tab=export')
    const panel = await screen.findByRole('tabpanel', { name: 'Esportazione' })
    expect(panel).toHaveTextContent('Questo filtro è da correggere')
    expect(within(panel).queryByRole('button')).not.toBeInTheDocument()
    expect(history.location.search).toBe('?tab=export')
  })
})
