import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

const work = {
  patients: { registered: 1612, invited: 38, withMedicalConsent: 501, withPersonalConsent: 540, withdrawn: 6 },
  lastImports: [{ at: '2026-11-20T09:12:00Z', command: 'putMedicalData', actor: 'center RM01', ok: 98, ko: 2 }],
  lastFilters: [{ id: 3, name: 'Ferritina alta', changedAt: '2026-11-20T08:00:00Z' }],
  lastExports: [
    { at: '2026-11-20T10:00:00Z', filterId: 3, filterName: 'Ferritina alta', format: 'csv', rows: 12_403, outcome: 'complete' },
  ],
}
const empty = { patients: null, lastImports: [], lastFilters: [], lastExports: [] }

describe('the staff home', () => {
  it('shows one block per role, and disables areas that are not open', async () => {
    serve({
      user: staffUser({ role: 'DataManager', areaid: 'IT' }, { role: 'CenterAdmin', center: 'RM01' }),
      home: { staff: async () => work },
    })
    await openAt('/uhome')
    const manager = await screen.findByRole('region', { name: 'Responsabile dei dati' })
    expect(within(manager).getByText('Area IT')).toBeInTheDocument()
    expect(within(manager).getByRole('button', { name: 'Filtri' })).toBeEnabled()
    expect(within(manager).getByRole('button', { name: 'Studi clinici' })).toBeDisabled()
    const centre = screen.getByRole('region', { name: 'Amministratore del centro' })
    expect(within(centre).getByText('Centro RM01')).toBeInTheDocument()
    expect(within(centre).getByRole('button', { name: 'Mini e-CRF' })).toBeDisabled()
    expect(screen.queryByRole('region', { name: 'Amministratore globale' })).not.toBeInTheDocument()
  })

  it('opens an area with its button', async () => {
    serve({
      user: staffUser({ role: 'DataManager', areaid: 'IT' }),
      home: { staff: async () => work },
      savedFilters: { list: async () => [] },
    })
    const user = await openAt('/uhome')
    await user.click(await screen.findByRole('button', { name: 'Filtri' }))
    expect(history.location.pathname).toBe('/dm_filtri')
  })

  it('shows patients, imports with refused rows, filters and exports', async () => {
    serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }), home: { staff: async () => work } })
    await openAt('/uhome')
    const patients = await screen.findByRole('region', { name: 'Pazienti' })
    expect(within(patients).getByText('1.612')).toBeInTheDocument()
    expect(within(screen.getByRole('region', { name: 'Ultimi caricamenti' })).getByText('2')).toBeInTheDocument()
    const filters = screen.getByRole('region', { name: 'Filtri modificati di recente' })
    expect(within(filters).getByRole('link', { name: 'Ferritina alta' })).toHaveAttribute('href', '/ca_filtro/3')
    expect(within(screen.getByRole('region', { name: 'Ultime esportazioni' })).getByText('Completa')).toBeInTheDocument()
  })

  it.each([
    ['it', 'Niente in attesa'],
    ['en', 'Nothing waiting'],
  ] as const)('shows an empty state for a role without data (%s)', async (language, title) => {
    serve({ user: staffUser({ role: 'UserAdmin', areaid: 'IT' }), home: { staff: async () => empty } })
    await openAt('/uhome', language)
    expect(await screen.findByText(title)).toBeInTheDocument()
  })

  it('loads the data again after a change of language', async () => {
    serve({ user: staffUser({ role: 'GlobalAdmin' }), home: { staff: async () => work } })
    const user = await openAt('/uhome')
    await screen.findByText('1.612')
    await user.click(screen.getByRole('button', { name: 'English' }))
    expect(await screen.findByText('1,612')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'Main page' })).toBeInTheDocument()
  })
})
