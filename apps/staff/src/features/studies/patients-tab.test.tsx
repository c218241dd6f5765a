import type { ListedPatient } from '@registry/api-contract/ecrf'
import type { StudyCandidate } from '@registry/api-contract/study-candidates'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serve, server } from '../../testing/fake-server.ts'
import { fakeUploads } from '../../testing/fake-uploads.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'
import { fakeStudies, storedStudy } from './testing/fake-studies.ts'

fakeElementSizes()
afterEach(() => {
  server.resetHandlers()
  vi.restoreAllMocks()
})

const study = storedStudy({ status: 'Active', endDate: '2027-03-31', ops: ['Controllo_pazienti'], readonly: false })
const candidate = (part: Partial<StudyCandidate>): StudyCandidate => ({
  record: '0b54f3a0-5b0e-4d0c-9a52-3f2a0c5d7e11',
  centrePatientCode: 'A1',
  surname: 'BIANCHI',
  name: 'ADA',
  approved: null,
  status: null,
  invitedAt: null,
  answeredAt: null,
  leftAt: null,
  matches: true,
  consents: { c_db: true, c_s: true },
  conditions: [true],
  ...part,
})
const rows = [
  candidate({}),
  candidate({ centrePatientCode: 'A2', approved: true, status: 'ConsensoSI' }),
  candidate({ centrePatientCode: 'A3', matches: false, consents: { c_db: true, c_s: false }, conditions: [false] }),
]

const listed: ListedPatient = {
  record: '0b54f3a0-5b0e-4d0c-9a52-3f2a0c5d7e11',
  code: 'A1',
  surname: 'BIANCHI',
  name: 'ADA',
  personal: true,
  medical: false,
  withdrawn: false,
  age: 44,
  sex: 'F',
  phenotype: null,
  updated: '2026-11-02T10:00:00.000Z',
  filled: 3,
  total: 6,
  alerts: [],
  discrepancies: 0,
  ferritin: null,
  mri: null,
  signature: null,
}

const open = async () => {
  const studies = {
    ...fakeStudies(study),
    retrieveCandidates: vi.fn(async () => ({ added: 1, removed: 2, total: 3 })),
    candidates: vi.fn(async () => ({ conditions: ['Hb è minore di 10'], total: 3, rows })),
    decideCandidates: vi.fn(async () => ({
      changed: 1,
      invited: 1,
      refused: [] as { centrePatientCode: string; code: string; message: string }[],
    })),
  }
  const patients = vi.fn(async () => ({ patients: [listed], next: null, count: 1 }))
  const choices = async () => ({ svc_sex: [{ id: 'F', name: 'Femmina' }] })
  serve({ user: staffUser({ role: 'CenterAdmin', center: 'RM01' }), studies, ecrf: { patients, choices } })
  const user = await openAt('/ca_studio/IRON%201?scheda=pazienti')
  const retrieval = within(await screen.findByRole('region', { name: 'Cerca candidati' }))
  return { user, studies, patients, retrieval }
}

describe('REQ-STU-06: candidates on screen', () => {
  it('need a format, and are read only after the retrieval', async () => {
    const { user, studies, retrieval } = await open()
    await user.click(retrieval.getByRole('button', { name: 'Cerca candidati' }))
    expect(retrieval.getByRole('alert')).toHaveTextContent('Formato, campo obbligatorio')
    expect(studies.candidates).not.toHaveBeenCalled()
    await user.click(retrieval.getByRole('radio', { name: 'Sullo schermo' }))
    await user.click(retrieval.getByRole('button', { name: 'Cerca candidati' }))
    expect(await screen.findByText('1 nuovo candidato, 2 non corrispondono più e sono stati tolti')).toBeInTheDocument()
    expect(await screen.findByRole('row', { name: /A1.*Corrisponde: Hb è minore di 10/ })).toBeInTheDocument()
    const lost = screen.getByRole('row', { name: /A3/ })
    expect(lost).toHaveTextContent('Oggi non corrisponde: manca il consenso a essere contattato per gli studi; condizione non soddisfatta')
    expect(within(screen.getByRole('row', { name: /A2/ })).getByRole('button', { name: 'Rifiuta: A2' })).toBeDisabled()
  })

  it('have a summary under the pointer and the keyboard focus, which Esc closes, without values of a section without consent', async () => {
    const { user, patients, retrieval } = await open()
    await user.click(retrieval.getByRole('radio', { name: 'Sullo schermo' }))
    await user.click(retrieval.getByRole('button', { name: 'Cerca candidati' }))
    const link = within(await screen.findByRole('row', { name: /A1/ })).getByRole('link', { name: 'BIANCHI ADA' })
    expect(link).toHaveAttribute('href', '/ecrf/0b54f3a0-5b0e-4d0c-9a52-3f2a0c5d7e11')
    expect(patients).not.toHaveBeenCalled()
    await user.hover(link)
    const summary = await screen.findByRole('tooltip')
    expect(await within(summary).findByText('44 anni')).toBeInTheDocument()
    expect(summary).toHaveTextContent('SessoFemminaFenotiposenza consenso')
    expect(summary).toHaveTextContent('Consensisolo anagrafici')
    expect(link).toHaveAccessibleDescription(expect.stringContaining('44 anni'))
    await user.unhover(link)
    await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument())
    screen.getByRole('grid', { name: 'Candidati dello studio' }).focus()
    await user.tab()
    expect(link).toHaveFocus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent('44 anni')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument())
    expect(patients).toHaveBeenCalledExactlyOnceWith(expect.anything(), { code: 'A1' }, expect.anything())
  })

  it('are decided row by row and stored together, after a question that shows what happens', async () => {
    const { user, studies, retrieval } = await open()
    await user.click(retrieval.getByRole('radio', { name: 'Sullo schermo' }))
    await user.click(retrieval.getByRole('button', { name: 'Cerca candidati' }))
    await user.click(await screen.findByRole('button', { name: 'Approva: A1' }))
    await user.click(screen.getByRole('button', { name: 'Rifiuta: A3' }))
    expect(screen.getByRole('row', { name: /A1/ })).toHaveTextContent('Approvato, da registrare')
    await user.click(screen.getByRole('button', { name: 'Registra 2 decisioni' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveTextContent('1 paziente approvato. Gli approvati ricevono subito l’invito.')
    await user.click(within(dialog).getByRole('button', { name: 'Registra' }))
    expect(await screen.findByText('1 decisione registrata, 1 paziente invitato')).toBeInTheDocument()
    expect(studies.decideCandidates).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        id: 'IRON 1',
        decisions: [
          { centrePatientCode: 'A1', approved: true },
          { centrePatientCode: 'A3', approved: false },
        ],
      },
      expect.anything(),
    )
  })

  it('are approved together if they match today and are not decided yet, and the reason is next to the name', async () => {
    const { user, studies, retrieval } = await open()
    const second = candidate({ centrePatientCode: 'A4', surname: 'VERDI' })
    studies.candidates.mockResolvedValue({
      conditions: ['Hb è minore di 10'],
      total: 5,
      rows: [...rows, second, candidate({ centrePatientCode: 'A5', matches: false })],
    })
    await user.click(retrieval.getByRole('radio', { name: 'Sullo schermo' }))
    await user.click(retrieval.getByRole('button', { name: 'Cerca candidati' }))
    await user.click(await screen.findByRole('button', { name: 'Approva tutti i 2 da decidere' }))
    expect(studies.decideCandidates).not.toHaveBeenCalled()
    expect(screen.getByRole('row', { name: /A1 BIANCHI ADA Corrisponde/ })).toHaveTextContent('Approvato, da registrare')
    expect(screen.getByRole('row', { name: /A5/ })).toHaveTextContent('Da decidere')
    await user.click(screen.getByRole('button', { name: 'Registra 2 decisioni' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('2 pazienti approvati.')
  })

  it('show why a decision was rejected', async () => {
    const { user, studies, retrieval } = await open()
    const refused = [{ centrePatientCode: 'A1', code: 'study_patient_answered', message: 'Il paziente ha già risposto' }]
    studies.decideCandidates.mockResolvedValueOnce({ changed: 0, invited: 0, refused })
    await user.click(retrieval.getByRole('radio', { name: 'Sullo schermo' }))
    await user.click(retrieval.getByRole('button', { name: 'Cerca candidati' }))
    await user.click(await screen.findByRole('button', { name: 'Approva: A1' }))
    await user.click(screen.getByRole('button', { name: 'Registra 1 decisione' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Registra' }))
    expect(await screen.findByText('A1: Il paziente ha già risposto')).toBeInTheDocument()
  })
})

describe('REQ-STU-06: candidates in a file', () => {
  beforeEach(() => {
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  })

  it('are retrieved, and an error is shown instead of a file', async () => {
    const { user, retrieval } = await open()
    const answers = [
      HttpResponse.json({ success: false, code: 'study_centre_not_approved', error: 'Il comitato non ha approvato' }),
      new HttpResponse('StudyCode', { headers: { 'content-disposition': 'attachment; filename="x.csv"' } }),
    ]
    server.use(http.post('*/api/getStudyPatients', () => answers.shift()))
    await user.click(retrieval.getByRole('radio', { name: 'CSV' }))
    await user.click(retrieval.getByRole('button', { name: 'Cerca candidati' }))
    expect(await screen.findByText('Il comitato non ha approvato')).toBeInTheDocument()
    await user.click(retrieval.getByRole('button', { name: 'Cerca candidati' }))
    expect(await screen.findByText('File pazienti_studio_IRON 1.csv salvato')).toBeInTheDocument()
  })

  it('THREAT-21: ask for the password when the server requires it', async () => {
    const { user, retrieval } = await open()
    const required = { success: false, code: 'reauthentication_required', error: 'x', fields: { password: 'Scrivi la password' } }
    const sent: unknown[] = []
    server.use(
      http.post('*/api/getStudyPatients', async ({ request }) => {
        const { password } = (await request.json()) as { password?: string }
        sent.push(password)
        return password === undefined
          ? HttpResponse.json(required)
          : new HttpResponse('StudyCode', { headers: { 'content-disposition': 'attachment; filename="x.csv"' } })
      }),
    )
    await user.click(retrieval.getByRole('radio', { name: 'CSV' }))
    await user.click(retrieval.getByRole('button', { name: 'Cerca candidati' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Conferma che sei tu' }))
    await user.type(dialog.getByLabelText('La tua password'), 'una frase lunga')
    await user.click(dialog.getByRole('button', { name: 'Continua' }))
    expect(await screen.findByText('File pazienti_studio_IRON 1.csv salvato')).toBeInTheDocument()
    expect(sent).toEqual([undefined, 'una frase lunga'])
  })

  it('are checked and uploaded, with a report of the rejected rows', async () => {
    const { user } = await open()
    const upload = within(screen.getByRole('region', { name: 'Aggiorna da un file' }))
    await user.click(upload.getByRole('button', { name: 'Carica' }))
    expect(upload.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['File non scelto', 'Formato, campo obbligatorio'])
    const sent: unknown[] = []
    const detail = [{ row: 2, key: 'XX', code: 'study_patient_unknown', message: 'Nessun candidato' }]
    fakeUploads(({ path, fields }) => {
      sent.push([path, fields['format'], fields['dry_run']])
      return Response.json({ success: true, report: { ok: 1, ko: 1, detail } })
    })
    await user.click(upload.getByRole('radio', { name: 'CSV' }))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    await user.upload(input, new File(['StudyCode'], 'decisioni.csv', { type: 'text/csv' }))
    expect(upload.getByText('decisioni.csv')).toBeInTheDocument()
    await user.click(upload.getByRole('button', { name: 'Prova senza salvare' }))
    expect(await upload.findByText('Controllo terminato, nulla è stato registrato')).toBeInTheDocument()
    await user.click(upload.getByRole('button', { name: 'Carica' }))
    expect(await upload.findByText('Caricamento terminato')).toBeInTheDocument()
    expect(upload.getByRole('row', { name: '2 XX Nessun candidato riga rifiutata' })).toBeInTheDocument()
    expect(sent).toEqual([
      ['/api/putStudyPatients', 'csv', 'true'],
      ['/api/putStudyPatients', 'csv', 'false'],
    ])
  })
})
