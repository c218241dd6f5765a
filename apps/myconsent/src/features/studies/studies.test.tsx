import type { Services } from '@registry/api-contract/services'
import { AppError } from '@registry/domain/error'
import type { OwnStudy, OwnStudyRow } from '@registry/api-contract/studies'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { everythingGiven } from '../../testing/consents.ts'
import { serve } from '../../testing/fake-server.ts'
import { servePrintedDocuments } from '../../testing/printed-documents.ts'
import { openAt } from '../../testing/render-app.ts'

const iron: OwnStudy = {
  id: 'IRON 1',
  title: 'Ferro nel cuore',
  titleLanguage: 'it',
  state: 'waiting',
  answer: null,
  answeredAt: null,
  leftAt: null,
  possibleAnswers: ['ConsensoSI', 'ConsensoNO'],
  invitedAt: '2026-11-02T09:00:00.000Z',
  endDate: '2027-03-31',
  description: 'Confronta due farmaci.',
  texts: {
    title: 'Ferro nel cuore',
    description: 'Confronta due farmaci.',
    titleEn: null,
    descriptionEn: null,
    purpose: null,
    purposeEn: null,
    duration: null,
    durationEn: null,
  },
  contact: null,
  sheet: null,
  videoUrl: null,
  mainCentre: 'Roma',
  partners: { extraeu: false, f: true, p_db: false },
  neededConsents: ['c_db_m', 'c_f'],
  missingConsents: [],
}
const answered: OwnStudy = {
  ...iron,
  state: 'answered',
  answer: 'ConsensoSI',
  answeredAt: '2026-11-03T09:00:00.000Z',
  possibleAnswers: ['ConsensoNO'],
}
const said: OwnStudy = { ...answered, answer: 'ConsensoNO', possibleAnswers: ['ConsensoSI'] }

/** A server with one study, which stores the answer. */
const open = async (study: OwnStudy, address = '/pstudio/IRON%201', changed: Partial<Services['studies']> = {}) => {
  const answer = vi.fn(async (): Promise<OwnStudy> => ({ ...answered }))
  serve({
    user: patientUser(),
    home: { patient: async () => ({ uses: [], usesThisYear: 0, listReadsThisYear: 0 }) },
    consents: { current: async () => everythingGiven },
    studies: { mine: async () => [study], own: async () => study, answer, ...changed },
  })
  const user = await openAt(address)
  return { user, answer }
}

const choose = async (user: Awaited<ReturnType<typeof openAt>>, option: string) =>
  user.click(await screen.findByRole('radio', { name: option }))
const press = async (user: Awaited<ReturnType<typeof openAt>>, name: string) => user.click(await screen.findByRole('button', { name }))

describe('REQ-STU-21: the page of a study', () => {
  it('shows purpose, duration and the contact of the study team', async () => {
    const texts = { ...iron.texts, purpose: 'Capire quale cura aiuta.', duration: 'Due anni' }
    await open({ ...iron, texts, contact: { name: 'Rita Neri', contact: 'rita@example.org' } })
    expect((await screen.findByText('Scopo')).nextSibling).toHaveTextContent('Capire quale cura aiuta.')
    expect(screen.getByText('Durata').nextSibling).toHaveTextContent('Due anni')
    expect(screen.getByText('Per le tue domande').nextSibling).toHaveTextContent('Rita Neri, rita@example.org')
    expect(screen.getByRole('link', { name: 'rita@example.org' })).toHaveAttribute('href', 'mailto:rita@example.org')
  })

  it('REQ-STU-22: downloads the information sheet, and names its language when it is another one', async () => {
    const { user } = await open({ ...iron, sheet: 'en' })
    const { asked, saved } = servePrintedDocuments(undefined, '/api/patient/StudySheet')
    await press(user, 'Foglio informativo (PDF)')
    await waitFor(() => expect(saved).toEqual(['foglio-informativo.pdf']))
    expect(asked).toEqual(['?id=IRON+1&language=en'])
    expect(screen.getByText('È in inglese.')).toBeInTheDocument()
  })

  it('omits what the study does not state', async () => {
    await open(iron)
    expect(await screen.findByText('Centro responsabile dello studio')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Foglio informativo (PDF)' })).not.toBeInTheDocument()
    for (const name of ['Scopo', 'Durata', 'Per le tue domande']) expect(screen.queryByText(name)).not.toBeInTheDocument()
  })
})

describe('REQ-STU-15: the list of studies', () => {
  it('distinguishes waiting, answered and ended studies', async () => {
    const rows: OwnStudyRow[] = [
      iron,
      { ...iron, id: 'B', title: 'Ossa', state: 'suspended' },
      { ...answered, id: 'C', title: 'Cuore' },
      { ...answered, id: 'D', title: 'Fegato', answer: 'ConsensoNO' },
      { ...iron, id: 'E', title: 'Pelle', state: 'ended' },
    ]
    await open(iron, '/pstudi', { mine: async () => rows })
    const waiting = within(await screen.findByRole('region', { name: 'Aspettano la tua risposta' }))
    expect(waiting.getByRole('link', { name: 'Leggi e rispondi: Ferro nel cuore' })).toHaveAttribute('href', '/pstudio/IRON%201')
    expect(waiting.getByText('Puoi rispondere fino al 31/03/2027')).toBeInTheDocument()
    expect(waiting.getByText('Sospeso: per ora non raccoglie risposte')).toBeInTheDocument()
    const done = within(screen.getByRole('region', { name: 'Hai risposto' }))
    expect(done.getByText('Hai risposto Sì il 03/11/2026')).toBeInTheDocument()
    expect(done.getByText('Hai risposto No il 03/11/2026')).toBeInTheDocument()
    const over = within(screen.getByRole('region', { name: 'Finiti senza una tua risposta' }))
    expect(over.getByText('Non raccoglie più risposte')).toBeInTheDocument()
  })

  it('shows when no study has invited the patient', async () => {
    await open(iron, '/pstudi', { mine: async () => [] })
    expect(await screen.findByText('Nessun invito')).toBeInTheDocument()
  })
})

describe('REQ-STU-07: a study', () => {
  it('shows what it is about, who leads it and where the data go, then the question', async () => {
    const { user } = await open(iron)
    expect(await screen.findByRole('heading', { level: 1, name: 'Ferro nel cuore' })).toBeInTheDocument()
    expect(screen.getByText('Confronta due farmaci.')).toBeInTheDocument()
    expect(screen.getByText('Centro responsabile dello studio').parentElement).toHaveTextContent('Roma')
    expect(screen.getByText('I dati dello studio possono andare anche').parentElement).toHaveTextContent('ad aziende farmaceutiche')
    await press(user, 'Consenso allo studio')
    expect(screen.getByRole('tab', { name: 'Consenso allo studio', selected: true })).toBeInTheDocument()
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
    expect(screen.getByText(/^Puoi uscire dallo studio quando vuoi\./)).toBeInTheDocument()
  })

  it('marks the Italian texts of a study without English ones, for screen readers', async () => {
    await open(iron)
    expect(await screen.findByRole('heading', { level: 1, name: 'Ferro nel cuore' })).toHaveAttribute('lang', 'it')
    expect(screen.getByText('Confronta due farmaci.')).toHaveAttribute('lang', 'it')
  })

  it.each([
    ['Sì', 'ConsensoSI'],
    ['No', 'ConsensoNO'],
  ])('stores the answer %s in two presses, and returns to the main page', async (label, value) => {
    const { user, answer } = await open(iron, '/pstudio/IRON%201?vista=consenso')
    await choose(user, label)
    await press(user, 'Conferma')
    const dialog = await screen.findByRole('alertdialog', { name: 'Ferro nel cuore' })
    expect(dialog).toHaveTextContent('Grazie. La tua risposta è stata registrata')
    expect(history.location.pathname).toBe('/myconsent')
    expect(answer).toHaveBeenCalledExactlyOnceWith(expect.anything(), { id: 'IRON 1', answer: value }, expect.anything())
  })

  it('asks for an answer', async () => {
    const { user, answer } = await open(iron, '/pstudio/IRON%201?vista=consenso')
    await press(user, 'Conferma')
    expect(screen.getByRole('alert')).toHaveTextContent('Inserisci la risposta')
    await choose(user, 'No')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(answer).not.toHaveBeenCalled()
  })

  it('names the missing consents with links, rejects Yes and accepts No', async () => {
    const { user, answer } = await open({ ...iron, missingConsents: ['c_f'] }, '/pstudio/IRON%201?vista=consenso')
    expect(await screen.findByRole('link', { name: 'Dati ad aziende farmaceutiche' })).toHaveAttribute(
      'href',
      '/consenso?vista=modifica&domanda=C_F',
    )
    await choose(user, 'Sì')
    await press(user, 'Conferma')
    expect(screen.getByRole('alert')).toHaveTextContent('Non è possibile partecipare senza fornire i consensi richiesti')
    expect(answer).not.toHaveBeenCalled()
    await choose(user, 'No')
    await press(user, 'Conferma')
    expect(await screen.findByRole('alertdialog', { name: 'Ferro nel cuore' })).toBeInTheDocument()
  })

  it('shows the answer that another device has given before', async () => {
    let current: OwnStudy = iron
    const { user } = await open(iron, '/pstudio/IRON%201?vista=consenso', {
      own: async () => current,
      answer: async () => {
        current = { ...answered, answer: 'ConsensoNO' }
        throw new AppError('study_enrolment_over')
      },
    })
    await choose(user, 'Sì')
    await press(user, 'Conferma')
    expect(await screen.findByText('Hai risposto No il 03/11/2026')).toBeInTheDocument()
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  })

  it('keeps the choice when the server does not answer', async () => {
    const { user } = await open(iron, '/pstudio/IRON%201?vista=consenso', {
      answer: async () => {
        throw new AppError('busy', { seconds: 1 })
      },
    })
    await choose(user, 'Sì')
    await press(user, 'Conferma')
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'Sì' })).toBeChecked()
  })

  it('shows a Yes answer and lets the patient leave the study after a confirmation', async () => {
    const { user, answer } = await open(answered, '/pstudio/IRON%201?vista=consenso')
    expect(await screen.findByText('Hai risposto Sì il 03/11/2026')).toBeInTheDocument()
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
    await press(user, 'Esci dallo studio')
    const question = within(await screen.findByRole('alertdialog', { name: 'Esci dallo studio' }))
    expect(question.getByText(/chiede di eliminarlo/)).toBeInTheDocument()
    expect(answer).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: 'Esci dallo studio' }))
    expect(await screen.findByRole('alertdialog', { name: 'Ferro nel cuore' })).toHaveTextContent('Non partecipi più allo studio.')
    expect(answer).toHaveBeenCalledExactlyOnceWith(expect.anything(), { id: 'IRON 1', answer: 'ConsensoNO' }, expect.anything())
    expect(history.location.pathname).toBe('/myconsent')
  })

  it('shows the day of leaving, and lets a patient who answered No answer Yes', async () => {
    const { user, answer } = await open({ ...said, leftAt: '2026-11-05T09:00:00.000Z' }, '/pstudio/IRON%201?vista=consenso')
    expect(await screen.findByText('Hai lasciato lo studio il 05/11/2026')).toBeInTheDocument()
    await press(user, 'Rispondi Sì')
    await user.click(within(await screen.findByRole('alertdialog', { name: 'Rispondi Sì' })).getByRole('button', { name: 'Rispondi Sì' }))
    expect(await screen.findByRole('alertdialog', { name: 'Ferro nel cuore' })).toHaveTextContent('Grazie')
    expect(answer).toHaveBeenCalledExactlyOnceWith(expect.anything(), { id: 'IRON 1', answer: 'ConsensoSI' }, expect.anything())
  })

  it('names the consents required to change No to Yes', async () => {
    await open({ ...said, missingConsents: ['c_f'] }, '/pstudio/IRON%201?vista=consenso')
    expect(await screen.findByRole('link', { name: 'Dati ad aziende farmaceutiche' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Rispondi Sì' })).not.toBeInTheDocument()
  })

  it('offers no change when nothing can change', async () => {
    await open({ ...said, possibleAnswers: [] }, '/pstudio/IRON%201?vista=consenso')
    expect(await screen.findByText('Hai risposto No il 03/11/2026')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Rispondi Sì' })).not.toBeInTheDocument()
  })
})

it('REQ-UI-20: leads from a study that does not exist back to the list', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { user } = await open(iron, '/pstudio/ALTRO', {
    own: async () => {
      throw new AppError('study_not_found')
    },
  })
  await press(user, 'Torna indietro')
  expect(await screen.findByText('Ferro nel cuore')).toBeInTheDocument()
  expect(history.location.pathname).toBe('/pstudi')
  logged.mockRestore()
})

describe('THREAT-29: the video of a study', () => {
  const videoUrl = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=tracking'

  it('loads nothing of another site before the patient opens it', async () => {
    const { user } = await open({ ...iron, videoUrl })
    await screen.findByRole('button', { name: 'Guarda il video' })
    expect(document.querySelector('iframe')).toBeNull()
    await press(user, 'Guarda il video')
    expect(screen.getByTitle('Video dello studio')).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
  })

  it('links to a video of another site, which does not learn where the patient came from', async () => {
    await open({ ...iron, videoUrl: 'https://example.org/video.mp4' })
    const link = await screen.findByRole('link', { name: 'Apri il video' })
    expect(link).toHaveAttribute('href', 'https://example.org/video.mp4')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.getByText(/un video su example.org/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Guarda il video' })).not.toBeInTheDocument()
  })

  it.each(['javascript:alert(1)', 'http://example.org/video.mp4'])('links to nothing else: %s', async (address) => {
    await open({ ...iron, videoUrl: address })
    await screen.findByText('Confronta due farmaci.')
    expect(screen.queryByRole('link', { name: 'Apri il video' })).not.toBeInTheDocument()
  })
})
