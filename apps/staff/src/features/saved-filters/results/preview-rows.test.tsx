import type { Services } from '@registry/api-contract/services'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../../testing/fake-server.ts'
import { openAt } from '../../../testing/render-app.ts'
import { fakeFilters, storedFilter } from '../testing/fake-filters.ts'

const open = async (address: string, part: Partial<Services['savedFilters']> = {}, filter = storedFilter()) => {
  serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }), savedFilters: { ...fakeFilters([filter]), ...part } })
  return openAt(address)
}
const findPreview = () => screen.findByRole('region', { name: 'Anteprima' })

describe('REQ-FIL-29: the preview', () => {
  it('of a stored filter shows the first rows at once, with the number of all', async () => {
    const run = vi.fn(fakeFilters([storedFilter()]).run)
    await open('/ca_filtro/3', { run })
    const preview = await findPreview()
    const table = await within(preview).findByRole('table')
    const [head, row] = within(table).getAllByRole('row')
    expect(head).toHaveTextContent('Sesso alla nascitaEmoglobina (g/dL)Ferritina (ng/mL)')
    expect(row).toHaveTextContent('12non consentito')
    expect(preview).toHaveTextContent('22 pazienti; qui i primi 1, nel file tutti')
    expect(run).toHaveBeenCalledExactlyOnceWith(expect.anything(), { id: 3, asRole: 'CenterAdmin', isPreview: true }, expect.anything())
  })

  it('of a stored filter reads no patient while another tab is open', async () => {
    const run = vi.fn(fakeFilters([storedFilter()]).run)
    await open('/ca_filtro/3?tab=export', { run })
    await screen.findByRole('button', { name: 'Mostra i pazienti' })
    expect(run).not.toHaveBeenCalled()
  })

  it('of a disabled filter reads no patient', async () => {
    const run = vi.fn(fakeFilters([storedFilter()]).run)
    await open('/ca_filtro/3', { run }, storedFilter({ isDisabled: true }))
    await screen.findAllByText('Questo filtro è disabilitato')
    expect(run).not.toHaveBeenCalled()
  })

  it('of a filter that is being edited follows the columns, and waits for the first one', async () => {
    const preview = vi.fn(fakeFilters([]).preview)
    const user = await open('/ca_filtro/__new__', { preview })
    const section = await findPreview()
    expect(section).toHaveTextContent('Scegli almeno una colonna')
    expect(preview).not.toHaveBeenCalled()
    await user.type(screen.getByRole('textbox', { name: 'Cerca un campo' }), 'ferritina: media')
    await user.click(screen.getByRole('checkbox', { name: 'Ferritina: media' }))
    expect(await within(section).findByRole('columnheader', { name: 'Ferritina: media (ng/mL)' })).toBeInTheDocument()
    expect(preview).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        asRole: 'CenterAdmin',
        where: { kind: 'predicates', predicates: [] },
        fields: { PATIENT: [], MEDICAL_DATA: { Laboratory: ['FERRITIN_MEAN'] } },
      },
      expect.anything(),
    )
  })

  it('shows no patient to a GlobalAdmin', async () => {
    serve({ user: staffUser({ role: 'GlobalAdmin' }), savedFilters: fakeFilters([storedFilter()]) })
    await openAt('/ga_filtro/3')
    await screen.findByRole('region', { name: 'Colonne' })
    expect(screen.queryByRole('region', { name: 'Anteprima' })).not.toBeInTheDocument()
  })
})
