import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { serve } from '../../testing/fake-server.ts'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

const italy = { id: 'IT', it: 'Italia', en: 'Italy' }
const work = {
  areas: [italy],
  tasks: [
    { task: 'unanswered invitations' as const, count: 1038, oldest: '2026-11-22T10:00:00Z' },
    { task: 'open discrepancies' as const, count: 26, oldest: '2026-10-02T10:00:00Z' },
    { task: 'imports with rejected rows' as const, count: 2, oldest: '2026-11-20T10:00:00Z' },
    { task: 'new patients' as const, count: 0, oldest: null },
  ],
  cohort: {
    centres: [
      { code: 'RM01', name: 'Centro di Roma', count: 1200 },
      { code: 'MI01', name: 'Centro di Milano', count: 412 },
    ],
    months: [{ month: '2026-11', count: 7 }],
  },
  patients: { registered: 1612, invited: 38, withMedicalConsent: 501, withPersonalConsent: 540, withdrawn: 6 },
  deletionRequests: [
    {
      export: '0199a8a6-0000-7000-8000-000000000001',
      exportedAt: '2026-10-02T10:00:00Z',
      name: 'Ferro e cuore',
      format: 'xlsx',
      recipient: 'ada@example.org',
      dueOn: '2026-12-31',
      overdue: false,
    },
  ],
}
const requests = {
  tasks: [{ task: 'identity requests' as const, count: 3, oldest: '2026-11-20T10:00:00Z' }],
  patients: null,
  cohort: null,
  areas: [italy],
  deletionRequests: [],
}

describe('the staff home', () => {
  it('shows one section per role with its areas', async () => {
    serve({
      user: staffUser({ role: 'DataManager', areaid: 'IT' }, { role: 'CenterAdmin', center: 'RM01' }),
      home: { staff: async () => work },
    })
    await openAt('/uhome')
    const manager = await screen.findByRole('region', { name: 'Responsabile dei dati' })
    expect(within(manager).getByText('Italia')).toBeInTheDocument()
    expect(within(manager).getByRole('button', { name: 'Filtri' })).toBeEnabled()
    expect(within(manager).getByRole('button', { name: 'Studi clinici' })).toBeEnabled()
    const centre = screen.getByRole('region', { name: 'Amministratore del centro' })
    expect(within(centre).getByText('Centro RM01')).toBeInTheDocument()
    expect(within(centre).getByRole('button', { name: 'Mini e-CRF' })).toBeEnabled()
    expect(within(centre).getByRole('button', { name: 'Segnalazioni del centro' })).toBeEnabled()
    expect(screen.queryByRole('region', { name: 'Amministratore globale' })).not.toBeInTheDocument()
  })

  it('offers an administrator the communications', async () => {
    serve({ user: staffUser({ role: 'GlobalAdmin' }), home: { staff: async () => requests } })
    await openAt('/uhome')
    const admin = await screen.findByRole('region', { name: 'Amministratore globale' })
    expect(within(admin).getByRole('button', { name: 'Comunicazioni' })).toBeEnabled()
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

  it('lists work only, oldest first, and each number is a link to its list', async () => {
    serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }), home: { staff: async () => work } })
    await openAt('/uhome')
    const waiting = within(await screen.findByRole('region', { name: 'In attesa' })).getAllByRole('link')
    expect(waiting.map(({ textContent }) => textContent)).toEqual([
      '26 Segnalazioni aperte nelle cartelledal 02/10/2026',
      '1.038 Pazienti invitati che non hanno ancora rispostodal 22/11/2026',
    ])
    expect(waiting[0]).toHaveAttribute('href', '/ca_segnalazioni')
    const overdue = screen.getByRole('region', { name: 'Scaduti' })
    expect(within(overdue).getByRole('link', { name: /^2 .*righe rifiutate/ })).toHaveAttribute('href', '/pazienti-dati?parte=storia')
    expect(screen.queryByRole('region', { name: /^Novità/ }), 'nothing came in').not.toBeInTheDocument()
    expect(screen.queryByText('Nessun lavoro in attesa')).not.toBeInTheDocument()
  })

  it('says in one line that no work waits, without empty boxes', async () => {
    const nothing = { ...requests, tasks: [{ task: 'identity requests' as const, count: 0, oldest: null }] }
    serve({ user: staffUser({ role: 'UserAdmin', areaid: 'IT' }), home: { staff: async () => nothing } })
    await openAt('/uhome')
    expect(await screen.findByText('Nessun lavoro in attesa')).toBeInTheDocument()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Amministratore degli utenti Italia',
    ])
  })

  it('greets the person, and keeps the name out of the title of the window', async () => {
    serve({ user: staffUser({ role: 'UserAdmin', areaid: 'IT' }), home: { staff: async () => requests } })
    await openAt('/uhome')
    expect(await screen.findByText(/^Ciao, Anna\. Oggi è /)).toBeInTheDocument()
    expect(document.title).toBe('Pagina principale · Registro talassemie')
  })

  it('REQ-CON-17: lists the exports to delete, and confirms those chosen', async () => {
    const [first] = work.deletionRequests
    const both = [...work.deletionRequests, { ...first!, export: '0199a8a6-0000-7000-8000-000000000002', name: 'Ossa' }]
    let deletionRequests = both
    const confirmed: string[] = []
    serve({
      user: staffUser({ role: 'DataManager', areaid: 'IT' }),
      home: {
        staff: async () => ({
          ...work,
          deletionRequests,
          tasks: [{ task: 'exports to delete', count: deletionRequests.length, oldest: null }],
        }),
        confirmDeletions: async (_caller, deletionRequest) => {
          confirmed.push(...deletionRequest.exports)
          deletionRequests = []
        },
      },
    })
    const user = await openAt('/uhome')
    expect(await screen.findByRole('link', { name: /da eliminare/ })).toHaveAttribute('href', '#deletion-requests')
    const list = screen.getByRole('region', { name: 'Esportazioni da eliminare' })
    expect(within(list).getAllByText(/^Entro il 31/)).toHaveLength(2)
    expect(within(list).getByRole('checkbox', { name: /^Ossa XLSX.*ada@example.org$/ })).toBeInTheDocument()
    const confirm = within(list).getByRole('button', { name: 'Confermo di aver eliminato i file scelti' })
    expect(confirm).toBeDisabled()
    await user.click(within(list).getByRole('checkbox', { name: 'Tutte' }))
    await user.click(confirm)
    expect(await screen.findByText('Nessun lavoro in attesa')).toBeInTheDocument()
    expect(confirmed).toEqual(both.map((deletionRequest) => deletionRequest.export))
  })

  it('shows the cohort as tables too, and explains why a small group has no number', async () => {
    const hidden = { ...work, patients: { ...work.patients, withdrawn: null } }
    serve({ user: staffUser({ role: 'GlobalAdmin', areaid: 'IT' }), home: { staff: async () => hidden } })
    const user = await openAt('/uhome')
    const patients = await screen.findByRole('region', { name: 'Pazienti' })
    for (const table of within(patients).getAllByText('Mostra come tabella')) await user.click(table)
    const consents = within(patients).getByRole('table', { name: 'Dalla registrazione ai consensi' })
    expect(within(consents).getByRole('row', { name: 'Hanno risposto 1.574' })).toBeInTheDocument()
    expect(within(consents).getByRole('row', { name: 'Ritirati nascosto' })).toBeInTheDocument()
    const centres = within(patients).getByRole('table', { name: 'Registrati per centro' })
    expect(within(centres).getByRole('row', { name: 'Centro di Milano (MI01) 412' })).toBeInTheDocument()
    expect(within(patients).getByText(/gruppi di meno di 5 pazienti/)).toBeInTheDocument()
  })

  it.each([
    ['it', 'Richieste di iscrizione ricevute', 'Scaduti'],
    ['en', 'Enrolment requests received', 'Overdue'],
  ] as const)('shows a UserAdmin the requests, and nothing about patients (%s)', async (language, name, overdue) => {
    serve({ user: staffUser({ role: 'UserAdmin', areaid: 'IT' }), home: { staff: async () => requests } })
    await openAt('/uhome', language)
    expect(await screen.findByRole('link', { name: new RegExp(name) })).toHaveAttribute('href', '/enrollBC')
    expect(screen.queryByRole('region', { name: overdue })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: /Pazienti|Patients/ })).not.toBeInTheDocument()
  })

  it('loads the data again after a change of language', async () => {
    serve({ user: staffUser({ role: 'GlobalAdmin' }), home: { staff: async () => work } })
    const user = await openAt('/uhome')
    await screen.findAllByText('1.612')
    await user.click(screen.getByRole('button', { name: 'English' }))
    expect(await screen.findByText('1,612')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'Main page' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Thalassaemia registry' })).toHaveAttribute('href', '/uhome')
    expect(document.title).toBe('Main page · Thalassaemia registry')
  })
})
