import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serve, server } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'
import { fakeFilters } from '../saved-filters/testing/fake-filters.ts'
import { fakeStudies, storedStudy } from './testing/fake-studies.ts'

fakeElementSizes()

const saved: Blob[] = []
beforeEach(() => {
  saved.length = 0
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
})
afterEach(() => server.resetHandlers())

const manager = staffUser({ role: 'DataManager', areaid: 'IT' })
const centre = staffUser({ role: 'CenterAdmin', center: 'RM01' })
const active = storedStudy({ status: 'Active', endDate: '2027-03-31', ops: ['Esportazione'], readonly: false })
const counts = { candidates: 9, approved: 5, refused: 1, invited: 5, waiting: 2, yes: 3, no: 0, left: 0, exported: 0 }
const file = { 'content-disposition': 'attachment; filename="studio_IRON_1.csv"', 'x-export-id': 'none', 'x-export-rows': '3' }

it('REQ-STU-18: a manager reads what the file does, saves it, and sees the closed study', async () => {
  const studies = fakeStudies(active, { flow: { total: counts } })
  serve({ user: manager, studies, savedFilters: fakeFilters([]) })
  let sent: unknown
  server.use(
    http.post('*/api/clinical_study', async ({ request }) => {
      sent = await request.json()
      studies.detail.mockResolvedValue({ ...active, status: 'Exported', ops: [], readonly: true })
      return new HttpResponse('PSEUDONYM,HB\r\n', { headers: file })
    }),
  )
  const user = await openAt('/dm_studio/IRON%201')
  await user.click(await screen.findByRole('tab', { name: 'Esportazione' }))
  expect(screen.getByText('Il file contiene 3 pazienti che hanno risposto Sì, e li segna come esportati.')).toBeInTheDocument()
  expect(screen.getByText(/Dopo la fine dell’arruolamento \(31\/03\/2027\) il primo file completo chiude lo studio/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Esporta' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Formato, campo obbligatorio')
  await user.click(screen.getByRole('radio', { name: 'CSV' }))
  await user.click(screen.getByRole('button', { name: 'Esporta' }))
  expect(await screen.findByText('File studio_IRON 1.csv salvato')).toBeInTheDocument()
  expect(await screen.findByText('Lo studio è esportato')).toBeInTheDocument()
  expect(sent).toEqual({ action: 'RUN', id: 'IRON 1', format: 'csv', as_role: 'DataManager', lang: 'it' })
  expect(saved).toHaveLength(1)
})

it.each([
  ['it', 'Esportazione', 'XLSX', 'Per Excel, LibreOffice e Numbers'],
  ['en', 'Export', 'CSV', 'For Python, REDCap and other databases. For Excel choose XLSX'],
] as const)('REQ-EXP-01: says for each format which program it suits (%s)', async (language, tab, format, programs) => {
  serve({ user: manager, studies: fakeStudies(active, { flow: { total: counts } }), savedFilters: fakeFilters([]) })
  const user = await openAt('/dm_studio/IRON%201', language)
  await user.click(await screen.findByRole('tab', { name: tab }))
  expect(screen.getByRole('radio', { name: format })).toHaveAccessibleDescription(programs)
})

it('REQ-STU-18: shows the participants on screen only on request, under their pseudonyms', async () => {
  const participants = vi.fn(async () => ({ columns: ['PSEUDONYM', 'HB'], rows: [['a1b2', 9.5]], total: 3, withheld: [], departures: [] }))
  serve({ user: manager, studies: { ...fakeStudies(active), participants }, savedFilters: fakeFilters([]) })
  const user = await openAt('/dm_studio/IRON%201?scheda=esportazione')
  await user.click(await screen.findByRole('button', { name: 'Mostra i pazienti' }))
  const grid = await screen.findByRole('grid', { name: 'Partecipanti dello studio' })
  expect(within(grid).getByRole('columnheader', { name: /Pseudonimo/ })).toBeInTheDocument()
  expect(within(grid).getByRole('row', { name: /a1b2/ })).toHaveTextContent('9,5')
  expect(screen.getByText(/3 partecipanti/)).toHaveTextContent('qui i primi 1, nel file tutti')
  expect(participants).toHaveBeenCalledExactlyOnceWith(expect.anything(), { id: 'IRON 1', asRole: 'DataManager' }, expect.anything())
})

it('document 2, section 2: a centre has both tabs with patient control, and exports once the study is active', async () => {
  const waiting = storedStudy({ status: 'AlreadySentToCenters', ops: ['Controllo_pazienti'], readonly: false })
  serve({ user: centre, studies: fakeStudies(waiting) })
  const user = await openAt('/ca_studio/IRON%201')
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Dettagli studio',
    'Gestione pazienti',
    'Esportazione',
  ])
  await user.click(screen.getByRole('tab', { name: 'Esportazione' }))
  expect(screen.getByText('Lo studio non è ancora attivo')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Esporta' })).not.toBeInTheDocument()
})

it.each([
  ['a manager', manager, '/dm_studio/IRON%201'],
  ['a centre', centre, '/ca_studio/IRON%201?scheda=esportazione'],
])('document 2, section 2: %s who only reads the study has no tabs', async (_who, user, path) => {
  serve({ user, studies: fakeStudies(storedStudy()) })
  await openAt(path)
  expect(await screen.findByRole('heading', { level: 1, name: 'Ferro nel cuore' })).toBeInTheDocument()
  expect(screen.queryByRole('tab')).not.toBeInTheDocument()
})
