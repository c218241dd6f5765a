import { AppError } from '@registry/domain/error'
import type { Study } from '@registry/api-contract/studies'
import { staffUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { serveFiles } from '../../testing/fake-files.ts'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'
import { fakeElementSizes } from '../saved-filters/testing/element-sizes.ts'
import { fakeStudies, storedStudy } from './testing/fake-studies.ts'

fakeElementSizes()

const people = {
  ga: staffUser({ role: 'GlobalAdmin', areaid: 'W' }),
  dm: staffUser({ role: 'DataManager', areaid: 'IT' }),
  ca: staffUser({ role: 'CenterAdmin', center: 'RM01' }),
} as const

type Person = Awaited<ReturnType<typeof openAt>>
const open = async (area: keyof typeof people, path: string, study: Study, fake: Parameters<typeof fakeStudies>[1] = {}) => {
  const studies = fakeStudies(study, fake)
  serve({ user: people[area], studies })
  return { user: await openAt(path), studies }
}
const press = async (user: Person, name: string) => user.click(await screen.findByRole('button', { name }))
const choose = async (user: Person, field: string, option: string) => {
  await user.click(await screen.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('REQ-STU-08: the list of studies', () => {
  it('shows the requested operation, and opens the study for management', async () => {
    const study = storedStudy({ ops: ['Inserimento_valutazione_comitato_etico'], readonly: false })
    const { user } = await open('ca', '/ca_studiclinici', study)
    const row = await screen.findByRole('row', { name: /Ferro nel cuore/ })
    expect(row).toHaveTextContent('Inserire la valutazione del comitato etico')
    expect(row).toHaveTextContent('In attesa del comitato etico')
    expect(row).toHaveTextContent('Roma (RM01)')
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(['Titolo', 'Stato', 'Fine arruolamento'])
    await user.click(within(row).getByRole('link', { name: 'Gestione studio: Ferro nel cuore' }))
    expect(history.location.pathname).toBe('/ca_studio/IRON%201')
  })

  it('opens a study that requests nothing for reading', async () => {
    await open('dm', '/dm_studiclinici', storedStudy())
    expect(await screen.findByRole('link', { name: 'Dettaglio studio: Ferro nel cuore' })).toHaveAttribute('href', '/dm_studio/IRON%201')
    expect(screen.queryByRole('button', { name: 'Nuovo studio' })).not.toBeInTheDocument()
  })

  it('lets GlobalAdmin begin a new study', async () => {
    const { user } = await open('ga', '/ga_studiclinici', storedStudy())
    await press(user, 'Nuovo studio')
    expect(history.location.pathname).toBe('/ga_studio/__new__')
  })
})

describe('REQ-STU-10: a new study', () => {
  it('names every missing field, and stores nothing', async () => {
    const { user, studies } = await open('ga', '/ga_studio/__new__', storedStudy())
    await press(user, 'Salva')
    const errors = within(screen.getByRole('alert'))
    expect(errors.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Codice: Inserisci il codice dello studio',
      'Titolo: Campo obbligatorio',
      'Descrizione: Campo obbligatorio',
      'Centro principale: Campo obbligatorio',
      'Tipo: Campo obbligatorio',
      'Filtro: Campo obbligatorio',
      'Questionario: Campo obbligatorio',
    ])
    expect(studies.create).not.toHaveBeenCalled()
  })

  it('is stored with what was typed, and opens', async () => {
    const { user, studies } = await open('ga', '/ga_studio/__new__', storedStudy())
    await user.type(await screen.findByRole('textbox', { name: 'Codice' }), 'IRON 1')
    await user.type(screen.getByRole('textbox', { name: 'Titolo' }), 'Ferro')
    await user.type(screen.getByRole('textbox', { name: 'Descrizione' }), 'Due farmaci')
    await user.type(screen.getByRole('textbox', { name: 'Durata' }), '2 anni')
    await user.type(screen.getByRole('textbox', { name: 'Chi risponde alle domande dei pazienti' }), 'Rita Neri')
    await user.type(screen.getByRole('textbox', { name: 'E-mail o telefono di chi risponde' }), 'rita@example.org')
    await choose(user, 'Centro principale', 'Milano (MI01)')
    await choose(user, 'Tipo', 'Solo accademico')
    await choose(user, 'Filtro', 'Ferritina alta')
    await choose(user, 'Questionario', 'SF-36 dimostrativo')
    await press(user, 'Salva')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ferro nel cuore' })).toBeInTheDocument()
    expect(screen.getByText('Modifiche registrate')).toBeInTheDocument()
    expect(studies.create).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        id: 'IRON 1',
        title: 'Ferro',
        description: 'Due farmaci',
        titleEn: null,
        descriptionEn: null,
        purpose: null,
        purposeEn: null,
        duration: '2 anni',
        durationEn: null,
        contactName: 'Rita Neri',
        contact: 'rita@example.org',
        mainCentre: 'MI01',
        type: 'EA',
        filterId: 3,
        sf36Version: 1,
        videoUrl: null,
      },
      expect.anything(),
    )
  })

  it('keeps what was typed when the code is in use', async () => {
    const { user, studies } = await open('ga', '/ga_studio/IRON%201?modifica=true', storedStudy({ editable: ['title', 'description'] }))
    studies.change.mockRejectedValueOnce(new AppError('study_changed'))
    const title = await screen.findByRole('textbox', { name: 'Titolo' })
    await user.clear(title)
    await user.type(title, 'Rame')
    await press(user, 'Salva')
    expect(await screen.findByRole('alert')).toHaveTextContent('Lo studio è stato modificato da un’altra persona')
    expect(title).toHaveValue('Rame')
  })
})

describe('REQ-STU-05: a changed study', () => {
  it('sends only the fields that may change, and shows the others disabled', async () => {
    const study = storedStudy({ status: 'Active', endDate: '2027-03-31', editable: ['title', 'description', 'videoUrl', 'endDate'] })
    const { user, studies } = await open('ga', '/ga_studio/IRON%201?modifica=true', study)
    expect(await screen.findByRole('combobox', { name: 'Centro principale' })).toBeDisabled()
    await user.type(screen.getByRole('textbox', { name: 'Titolo' }), ' oggi')
    await press(user, 'Salva')
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(studies.change).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        id: 'IRON 1',
        version: 1,
        title: 'Ferro nel cuore oggi',
        description: 'Confronta due farmaci.',
        videoUrl: null,
      },
      expect.anything(),
    )
  })
})

describe('REQ-STU-02: the decision of an ethics committee', () => {
  const waiting = storedStudy({ ops: ['Inserimento_valutazione_comitato_etico'], readonly: false })

  it('needs answer, committee and day', async () => {
    const { user, studies } = await open('ca', '/ca_studio/IRON%201', waiting)
    await press(user, 'Registra la valutazione')
    expect(
      within(screen.getByRole('alert'))
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Il comitato approva lo studio? Campo obbligatorio',
      'Comitato: Campo obbligatorio',
      'Data della valutazione: Campo obbligatorio',
    ])
    expect(studies.decideEthics).not.toHaveBeenCalled()
  })

  it('warns the main centre that a rejection ends the study, and stores it after a confirmation', async () => {
    const { user, studies } = await open('ca', '/ca_studio/IRON%201', waiting)
    await user.click(await screen.findByRole('radio', { name: 'No' }))
    await user.type(screen.getByRole('textbox', { name: 'Comitato' }), 'Lazio 1')
    await user.type(screen.getByRole('textbox', { name: 'Data della valutazione' }), '02/11/2026')
    await press(user, 'Registra la valutazione')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveTextContent('senza la sua approvazione lo studio si conclude per tutti')
    await user.click(within(dialog).getByRole('button', { name: 'Registra la valutazione' }))
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(studies.decideEthics).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        id: 'IRON 1',
        approved: false,
        committee: 'Lazio 1',
        decidedOn: '2026-11-02',
      },
      expect.anything(),
    )
  })

  it('REQ-STU-20: stores the decision, then sends its document', async () => {
    const { user, studies } = await open('ca', '/ca_studio/IRON%201', waiting)
    const real = globalThis.fetch
    const sent: FormData[] = []
    // The requests of the test environment cannot carry a form with a file.
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
      if (to !== '/api/putEthicsDocument' || !(init?.body instanceof FormData)) return real(to, init)
      expect(studies.decideEthics).toHaveBeenCalledOnce()
      sent.push(init.body)
      return Response.json({ success: true })
    })
    await user.click(await screen.findByRole('radio', { name: 'Sì' }))
    await user.type(screen.getByRole('textbox', { name: 'Comitato' }), 'Lazio 1')
    await user.type(screen.getByRole('textbox', { name: 'Data della valutazione' }), '02/11/2026')
    const file = new File(['%PDF'], 'parere.pdf', { type: 'application/pdf' })
    await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
    expect(screen.getByText('parere.pdf')).toBeInTheDocument()
    await press(user, 'Registra la valutazione')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Registra la valutazione' }))
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(sent.map((body) => [body.get('id'), body.get('center'), body.get('EthicsDocument')])).toEqual([
      ['IRON 1', 'RM01', expect.any(File)],
    ])
  })

  it('asks for a confirmation before an approval is stored too', async () => {
    const { user, studies } = await open('ca', '/ca_studio/IRON%201', waiting)
    await user.click(await screen.findByRole('radio', { name: 'Sì' }))
    await user.type(screen.getByRole('textbox', { name: 'Comitato' }), 'Lazio 1')
    await user.type(screen.getByRole('textbox', { name: 'Data della valutazione' }), '02/11/2026')
    await press(user, 'Registra la valutazione')
    const dialog = await screen.findByRole('alertdialog', { name: 'Il comitato approva' })
    expect(studies.decideEthics).not.toHaveBeenCalled()
    await user.click(within(dialog).getByRole('button', { name: 'Registra la valutazione' }))
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
  })

  it('REQ-STU-13: is corrected with a reason, and shows earlier corrections', async () => {
    const decided = storedStudy({
      status: 'AlreadySentToCenters',
      decisions: [
        {
          centre: { id: 'RM01', name: 'Roma' },
          isMain: true,
          approved: true,
          committee: 'Lazio 1',
          decidedOn: '2026-11-02',
          enteredAt: '2026-11-04T09:00:00.000Z',
          enteredBy: 'ca@demo.example',
          hasDocument: false,
          mayCorrect: true,
          corrections: [{ approved: false, reason: 'Letto male', correctedAt: '2026-11-04T09:00:00.000Z', correctedBy: 'ca@demo.example' }],
        },
      ],
    })
    const { user, studies } = await open('ca', '/ca_studio/IRON%201', decided)
    expect(await screen.findByText(/prima: Non approvato\. Motivo: Letto male/)).toBeInTheDocument()
    await press(user, 'Correggi')
    await press(user, 'Registra la valutazione')
    expect(screen.getByRole('alert')).toHaveTextContent('Motivo della correzione: Campo obbligatorio')
    await user.click(screen.getByRole('radio', { name: 'No' }))
    await user.type(screen.getByRole('textbox', { name: 'Motivo della correzione' }), 'Riga sbagliata')
    await press(user, 'Registra la valutazione')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Registra la valutazione' }))
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(studies.decideEthics).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      {
        id: 'IRON 1',
        approved: false,
        committee: 'Lazio 1',
        decidedOn: '2026-11-02',
        reason: 'Riga sbagliata',
      },
      expect.anything(),
    )
    expect(screen.queryByRole('textbox', { name: 'Motivo della correzione' })).not.toBeInTheDocument()
  })
})

describe('REQ-STU-03: the end of the enrolment', () => {
  const sent = storedStudy({ status: 'AlreadySentToCenters', ops: ['Inserimento_data_fine_arruolamento'], actions: ['setEndDate'] })

  it('rejects a text that is no day', async () => {
    const { user, studies } = await open('ga', '/ga_studio/IRON%201', sent)
    await user.type(await screen.findByRole('textbox', { name: 'Data di fine arruolamento' }), '31/02/2027')
    await press(user, 'Salva la data')
    expect(screen.getByRole('alert')).toHaveTextContent('Data non valida')
    expect(studies.setEndDate).not.toHaveBeenCalled()
  })

  it('is stored', async () => {
    const { user, studies } = await open('ga', '/ga_studio/IRON%201', sent)
    await user.type(await screen.findByRole('textbox', { name: 'Data di fine arruolamento' }), '31/03/2027')
    await press(user, 'Salva la data')
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(studies.setEndDate).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      { id: 'IRON 1', version: 1, endDate: '2027-03-31' },
      expect.anything(),
    )
  })
})

describe('REQ-STU-12: suspending and ending a study', () => {
  const running = storedStudy({ status: 'Active', actions: ['suspend', 'terminate'] })

  it('shows first what happens to the invitations', async () => {
    const { user, studies } = await open('ga', '/ga_studio/IRON%201', running, {
      flow: {
        isRounded: true,
        total: { candidates: null, approved: null, refused: null, invited: 15, waiting: 10, yes: 5, no: null, left: null, exported: null },
      },
    })
    await press(user, 'Concludi lo studio')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveTextContent('Circa 10 pazienti hanno un invito a cui non hanno risposto.')
    expect(dialog).toHaveTextContent('Questi inviti decadono.')
    await user.keyboard('{Escape}')
    expect(studies.terminate).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Elimina' })).toBeDisabled()
  })

  it('REQ-UI-17: names no number under five', async () => {
    const total = {
      candidates: null,
      approved: null,
      refused: null,
      invited: null,
      waiting: null,
      yes: null,
      no: null,
      left: null,
      exported: null,
    }
    const { user } = await open('ga', '/ga_studio/IRON%201', running, { flow: { isRounded: true, total } })
    expect(await screen.findByText(/^In ogni passo ci sono meno di cinque pazienti/)).toBeInTheDocument()
    expect(screen.queryByRole('table', { name: 'Dall’invito all’esportazione', hidden: true })).not.toBeInTheDocument()
    await press(user, 'Sospendi')
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Meno di cinque pazienti, o nessuno, hanno un invito')
  })

  it('waits for the answer before the next operation, which names the new version', async () => {
    const { user, studies } = await open('ga', '/ga_studio/IRON%201', running)
    const { promise, resolve } = Promise.withResolvers<typeof running>()
    studies.suspend.mockReturnValueOnce(promise)
    await press(user, 'Sospendi')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sospendi' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Concludi lo studio' })).toBeDisabled())
    resolve({ ...running, version: running.version + 1 })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Concludi lo studio' })).toBeEnabled())
    await press(user, 'Concludi lo studio')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Concludi lo studio' }))
    await waitFor(() => expect(studies.terminate).toHaveBeenCalled())
    expect(studies.terminate.mock.lastCall).toContainEqual({ id: running.id, version: running.version + 1 })
  })

  it('shows the error of the server', async () => {
    const { user, studies } = await open('ga', '/ga_studio/IRON%201', running)
    studies.suspend.mockRejectedValueOnce(new AppError('study_changed'))
    await press(user, 'Sospendi')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sospendi' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Lo studio è stato modificato da un’altra persona')
  })
})

describe('REQ-STU-20: the document of an ethics decision', () => {
  const made = {
    isMain: true,
    approved: true,
    committee: 'Lazio 1',
    decidedOn: '2026-11-02',
    enteredAt: '2026-11-02T09:00:00Z',
    enteredBy: 'ada',
    mayCorrect: false,
    corrections: [],
  }
  const decided = (hasDocument: boolean) => storedStudy({ decisions: [{ ...made, centre: { id: 'RM01', name: 'Roma' }, hasDocument }] })

  it('is saved by staff', async () => {
    const { user } = await open('dm', '/dm_studio/IRON%201', decided(true))
    const asked = serveFiles(() => new Response('%PDF-1.7', { headers: { 'content-disposition': 'attachment; filename="IRON_1.pdf"' } }))
    await user.click(await screen.findByRole('button', { name: 'Documento (PDF)' }))
    await waitFor(() => expect(asked.saved).toEqual(['IRON_1.pdf']))
    expect(asked.paths).toEqual(['/api/getEthicsDocument?id=IRON+1&center=RM01&lang=it'])
  })

  it('is uploaded by the user’s centre only, while it is missing', async () => {
    await open('dm', '/dm_studio/IRON%201', decided(false))
    expect(await screen.findByText('nessun documento')).toBeInTheDocument()
  })

  it('shows the error of the server', async () => {
    const { user } = await open('ca', '/ca_studio/IRON%201', decided(false))
    expect(await screen.findByRole('button', { name: 'Carica il documento (PDF)' })).toBeInTheDocument()
    const real = globalThis.fetch
    // The requests of the test environment cannot carry a form with a file.
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) =>
      to === '/api/putEthicsDocument'
        ? Response.json({ success: false, code: 'study_document_not_pdf', error: 'Il documento deve essere un PDF' })
        : real(to, init),
    )
    await user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]')!,
      new File(['x'], 'parere.pdf', { type: 'application/pdf' }),
    )
    expect(await screen.findByRole('alert')).toHaveTextContent('Il documento deve essere un PDF')
  })
})

describe('REQ-STU-22: the information sheet', () => {
  const sheet = { language: 'it', name: 'foglio.pdf', enteredAt: '2026-11-02T09:00:00.000Z', enteredBy: 'ga@example.org' } as const

  it('is shown to staff, and only a GlobalAdmin of a study that has not ended adds one', async () => {
    await open('ca', '/ca_studio/IRON%201', storedStudy({ sheets: [sheet] }))
    const sheets = within(await screen.findByRole('region', { name: 'Foglio informativo per i pazienti' }))
    expect(sheets.getByRole('button', { name: 'Foglio in italiano (PDF)' }).parentElement).toHaveTextContent('foglio.pdf')
    expect(sheets.getByText('Nessun foglio in inglese')).toBeInTheDocument()
    expect(sheets.queryByRole('button', { name: /^Carica/ })).not.toBeInTheDocument()
  })

  it('is sent with its language, and the error of the server is shown', async () => {
    const { user } = await open('ga', '/ga_studio/IRON%201', storedStudy({ editable: ['title'] }))
    expect(await screen.findByRole('button', { name: 'Carica il foglio in inglese (PDF)' })).toBeInTheDocument()
    const real = globalThis.fetch
    const sent: unknown[] = []
    // The requests of the test environment cannot carry a form with a file.
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, init) => {
      if (to !== '/api/putStudySheet') return real(to, init)
      if (init?.body instanceof FormData) sent.push(init.body.get('id'), init.body.get('language'))
      return Response.json({ success: false, code: 'study_sheet_not_pdf', error: 'Il foglio deve essere un PDF' })
    })
    const [, english] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
    await user.upload(english!, new File(['x'], 'sheet.pdf', { type: 'application/pdf' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Il foglio deve essere un PDF')
    expect(sent).toEqual(['IRON 1', 'en'])
  })
})

it('REQ-STU-14: counts the patients from candidate to export, with a table for each chart', async () => {
  const counts = { candidates: 9, approved: 5, refused: 1, invited: 5, waiting: 2, yes: 3, no: 0, left: 0, exported: 0 }
  await open('dm', '/dm_studio/IRON%201', storedStudy({ status: 'Active', endDate: '2027-03-31' }), {
    flow: {
      total: counts,
      centres: [
        { id: 'RM01', name: 'Roma', ...counts },
        { id: 'MI01', name: 'Milano', ...counts },
      ],
      recruitment: [{ day: '2026-11-03', centre: 'RM01', yes: 3 }],
    },
  })
  const table = await screen.findByRole('table', { name: 'Dai candidati all’esportazione', hidden: true })
  expect(within(table).getByRole('row', { name: 'Candidati 9', hidden: true })).toBeInTheDocument()
  expect(screen.getByRole('table', { name: 'Risposte Sì per centro', hidden: true })).toHaveTextContent('Milano (MI01)3')
  expect(screen.getByRole('table', { name: 'Risposte Sì nel tempo', hidden: true })).toHaveTextContent('03/11/20263')
})
