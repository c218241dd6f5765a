import type { ConsentDocument, Consents, CurrentConsents, GivenConsents } from '@registry/api-contract/consents'
import { AppError } from '@registry/domain/error'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { consentDocuments, everythingGiven, ledger, nothingGiven } from '../../testing/consents.ts'
import { serve } from '../../testing/fake-server.ts'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { openAt } from '../../testing/render-app.ts'

type User = Awaited<ReturnType<typeof openAt>>

/** A server that stores the given consents. */
const serveConsents = (begin: CurrentConsents, changed: Partial<Consents> = {}) => {
  let current = begin
  const give = vi.fn(async (_by: unknown, { consents }: GivenConsents) => {
    current = { ...everythingGiven, answers: { C_DB: true, ...consents.answers } }
    return current
  })
  serve({
    user: patientUser(),
    home: { patient: async () => ({ uses: [], usesThisYear: 0 }) },
    consents: {
      document: async (_by, kind) => consentDocuments[kind],
      current: async () => current,
      history: async () => ledger,
      give,
      ...changed,
    },
  })
  return give
}

const open = async (begin: CurrentConsents, address = '/consenso', changed: Partial<Consents> = {}) => {
  const give = serveConsents(begin, changed)
  const user = await openAt(address)
  await screen.findByRole('tab', { name: 'Informazioni' })
  return { user, give }
}
const tab = (name: string) => screen.getByRole('tab', { name })
const button = (name: string) => screen.getByRole('button', { name })
const group = (name: string | RegExp) => within(screen.getByRole('group', { name }))
const answer = (user: User, question: string | RegExp, option: string) => user.click(group(question).getByRole('radio', { name: option }))
const answerPreliminary = async (user: User, second = 'Sì') => {
  await answer(user, 'Hai letto le informazioni?', 'Sì')
  await answer(user, 'Rispondi liberamente?', second)
  await user.click(button('Prosegui'))
}

describe('a patient without consents', () => {
  it('starts with the information, then the preliminary questions', async () => {
    const { user } = await open(nothingGiven)
    expect(tab('Informazioni')).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('heading', { name: '1. Chi tiene il registro' })).toBeInTheDocument()
    await user.click(button('Prosegui'))
    expect(tab('Domande preliminari')).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tabpanel')).toHaveFocus()
  })

  it.each(['/consenso?vista=consensi', '/consenso?vista=modifica'])('cannot open the consents with %s', async (address) => {
    await open(nothingGiven, address)
    expect(tab('Domande preliminari')).toHaveAttribute('aria-selected', 'true')
    expect(tab('Consensi')).toBeDisabled()
  })

  it('finds no option chosen', async () => {
    const { user } = await open(nothingGiven, '/consenso?vista=domande')
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
    await answerPreliminary(user)
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })

  it('cannot continue with an unanswered question, and gets a link to it', async () => {
    const { user } = await open(nothingGiven, '/consenso?vista=domande')
    await answer(user, 'Hai letto le informazioni?', 'Sì')
    await user.click(button('Prosegui'))
    const summary = screen.getByRole('alert')
    expect(summary).toHaveTextContent('Non hai risposto a tutte le domande')
    expect(summary).toHaveFocus()
    await user.click(within(summary).getByRole('link', { name: 'Rispondi liberamente? (campo obbligatorio)' }))
    expect(group('Rispondi liberamente?').getByRole('radio', { name: 'Sì' })).toHaveFocus()
  })

  it('cannot go on with a No', async () => {
    const { user } = await open(nothingGiven, '/consenso?vista=domande')
    await answerPreliminary(user, 'No')
    expect(screen.getByRole('alert')).toHaveTextContent('Non è possibile procedere se non si è risposto Sì a tutte le domande')
    expect(tab('Consensi')).toBeDisabled()
  })

  it('can answer with the keyboard only', async () => {
    const { user } = await open(nothingGiven, '/consenso?vista=domande')
    group('Hai letto le informazioni?').getByRole('radio', { name: 'Sì' }).focus()
    await user.keyboard(' {Tab} {Enter}')
    expect(await screen.findByRole('group', { name: /dati personali/ })).toBeInTheDocument()
  })

  it('sends all answers with the version and hash of the texts, and sees the confirmation', async () => {
    const { user, give } = await open(nothingGiven, '/consenso?vista=domande')
    await answerPreliminary(user)
    await user.click(button('Conferma'))
    expect(group(/dati personali/).getByRole('radio', { name: 'No' })).toHaveAccessibleDescription('campo obbligatorio')
    expect(give).not.toHaveBeenCalled()
    await answer(user, /dati personali/, 'No')
    await answer(user, 'Come vuoi saperlo?', 'Preferisco non saperlo')
    await user.click(button('Conferma'))
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(give).toHaveBeenCalledWith(expect.anything(), {
      information: { version: 1, hash: 'information-1' },
      preliminary: { version: 2, hash: 'preliminary-2', answers: { P_READ: true, P_FREE: true } },
      consents: { version: 3, hash: 'consents-3', answers: { C_DB_P: false, C_INCIDENTAL: 3 } },
    })
    expect(button('Modifica')).toBeInTheDocument()
  })

  it('keeps the answers after going back to the information', async () => {
    const { user } = await open(nothingGiven, '/consenso?vista=domande')
    await answerPreliminary(user)
    await answer(user, /dati personali/, 'Sì')
    await user.click(tab('Informazioni'))
    await user.click(tab('Consensi'))
    expect(group(/dati personali/).getByRole('radio', { name: 'Sì' })).toBeChecked()
  })

  it('keeps the answers when the server refuses them, and sees the error', async () => {
    const refuse = () => Promise.reject(new AppError('busy', { seconds: 3 }))
    const { user } = await open(nothingGiven, '/consenso?vista=domande', { give: refuse })
    await answerPreliminary(user)
    await answer(user, /dati personali/, 'Sì')
    await answer(user, 'Come vuoi saperlo?', 'Di persona')
    await user.click(button('Conferma'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Riprova tra 3 secondi')
    expect(group(/dati personali/).getByRole('radio', { name: 'Sì' })).toBeChecked()
  })

  it('reads and answers again when the text has changed in between', async () => {
    let published: ConsentDocument = consentDocuments.consents
    const document = async (_by: unknown, kind: ConsentDocument['kind']) => (kind === 'consents' ? published : consentDocuments[kind])
    const give = async () => {
      published = { ...published, version: 4, hash: 'consents-4' }
      throw new AppError('consent_text_changed')
    }
    const { user } = await open(nothingGiven, '/consenso?vista=domande', { document, give })
    await answerPreliminary(user)
    await answer(user, /dati personali/, 'Sì')
    await answer(user, 'Come vuoi saperlo?', 'Di persona')
    await user.click(button('Conferma'))
    expect(await screen.findByText('Il testo è cambiato mentre rispondevi: rileggilo e rispondi di nuovo')).toBeInTheDocument()
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })
})

describe('a patient with consents', () => {
  it('sees them at once and can print them', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { user } = await open(everythingGiven)
    expect(tab('Consensi')).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('Permetti l’uso dei dati personali?').parentElement).toHaveTextContent('Sì')
    expect(screen.getByText('Dal mio medico')).toBeInTheDocument()
    await user.click(button('Stampa'))
    expect(print).toHaveBeenCalledOnce()
    await user.click(screen.getAllByRole('link', { name: 'Indietro' }).at(-1)!)
    expect(await screen.findByRole('heading', { name: 'Ciao, MARIA' })).toBeInTheDocument()
  })

  it('changes them after the preliminary questions, starting from the former answers', async () => {
    const { user, give } = await open(everythingGiven)
    await user.click(button('Modifica'))
    await answerPreliminary(user)
    expect(group('Come vuoi saperlo?').getByRole('radio', { name: 'Dal mio medico' })).toBeChecked()
    await answer(user, /dati personali/, 'No')
    await user.click(button('Conferma'))
    await screen.findByText('Modifiche registrate')
    expect(give.mock.lastCall?.[1].consents.answers).toEqual({ C_DB_P: false, C_INCIDENTAL: 2 })
  })

  it('sees an answer that is no option as unanswered, and can answer or withdraw', async () => {
    const { user, give } = await open({ ...everythingGiven, answers: { C_DB_P: true, C_INCIDENTAL: 9 } })
    expect(screen.getByText('Come vuoi saperlo?').parentElement).toHaveTextContent('Non risposto')
    expect(button('Ritiro')).toBeEnabled()
    await user.click(button('Modifica'))
    await answerPreliminary(user)
    await answer(user, 'Come vuoi saperlo?', 'Di persona')
    await user.click(button('Conferma'))
    await screen.findByText('Modifiche registrate')
    expect(give.mock.lastCall?.[1].consents.answers).toEqual({ C_DB_P: true, C_INCIDENTAL: 1 })
  })

  it('can go back without a change', async () => {
    const { user, give } = await open(everythingGiven)
    await user.click(button('Modifica'))
    await answerPreliminary(user)
    await answer(user, /dati personali/, 'No')
    await user.click(button('Indietro'))
    expect((await screen.findByText('Permetti l’uso dei dati personali?')).parentElement).toHaveTextContent('Sì')
    expect(give).not.toHaveBeenCalled()
  })

  it('answers again without preset options after a change of the texts', async () => {
    const { user } = await open({ ...everythingGiven, toRenew: true })
    expect(tab('Informazioni')).toHaveAttribute('aria-selected', 'true')
    await user.click(tab('Consensi'))
    expect(screen.getByText(/I testi dei consensi sono cambiati/)).toBeInTheDocument()
    await user.click(button('Modifica'))
    await answerPreliminary(user)
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })

  it('sees the history: what was answered, when and how', async () => {
    const { user } = await open(everythingGiven)
    await user.click(button('Mostra la storia'))
    const history = within(screen.getByRole('region', { name: 'Storia delle tue risposte' }))
    const [latest, first] = await history.findAllByRole('listitem')
    expect(latest).toHaveTextContent('Risposte date in MyConsent, versione 3 dei testi.')
    expect(latest).toHaveTextContent('Permetti l’uso dei dati personali?SìCome vuoi saperlo?Dal mio medico')
    expect(first).toHaveTextContent('Risposte date al tuo centro, versione 2 dei testi.Registrazione nel registroSì')
  })

  it('can retry a history that did not load', async () => {
    const read = vi.fn(async () => ledger).mockRejectedValueOnce(new AppError('busy', { seconds: 3 }))
    const { user } = await open(everythingGiven, '/consenso', { history: read })
    await user.click(button('Mostra la storia'))
    await user.click(await screen.findByRole('button', { name: 'Riprova' }))
    expect(await screen.findByText('Registrazione nel registro')).toBeInTheDocument()
  })
})

describe('on a phone', () => {
  afterEach(() => vi.mocked(matchMedia).mockRestore())
  const onPhone = () => {
    const narrow = Object.assign(matchMedia('(max-width: 48em)'), { matches: true })
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue(narrow)
  }

  it('shows one question per page with progress, and reviews all answers before sending', async () => {
    onPhone()
    const { user, give } = await open(nothingGiven, '/consenso?vista=domande')
    expect(screen.getByRole('progressbar', { name: 'Domanda 1 di 2' })).toHaveValue(0)
    expect(screen.getAllByRole('group', { name: /\?$/ })).toHaveLength(1)
    await user.click(button('Avanti'))
    expect(screen.getByRole('alert')).toHaveTextContent('Hai letto le informazioni? (campo obbligatorio)')
    await answer(user, 'Hai letto le informazioni?', 'Sì')
    await user.click(button('Avanti'))
    await answer(user, 'Rispondi liberamente?', 'No')
    await user.click(button('Avanti'))
    await user.click(button('Prosegui'))
    expect(screen.getByRole('alert')).toHaveTextContent('Non è possibile procedere se non si è risposto Sì a tutte le domande')
    await user.click(button('Cambia: Rispondi liberamente?'))
    await answer(user, 'Rispondi liberamente?', 'Sì')
    await user.click(button('Avanti'))
    await user.click(button('Prosegui'))

    await answer(user, /dati personali/, 'Sì')
    await user.click(button('Avanti'))
    await user.click(button('Indietro'))
    expect(group(/dati personali/).getByRole('radio', { name: 'Sì' })).toBeChecked()
    await user.click(button('Avanti'))
    await answer(user, 'Come vuoi saperlo?', 'Di persona')
    await user.click(button('Avanti'))
    expect(screen.getByText('Ultimo passo: rileggi le tue risposte')).toBeInTheDocument()
    expect(give).not.toHaveBeenCalled()
    await user.click(button('Conferma'))
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(give.mock.lastCall?.[1].consents.answers).toEqual({ C_DB_P: true, C_INCIDENTAL: 1 })
  })
})

it('shows in the page that the texts did not load, and can retry', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  serveConsents(nothingGiven, { current: vi.fn(async () => nothingGiven).mockRejectedValueOnce(new AppError('busy', { seconds: 3 })) })
  const user = await openAt('/consenso')
  expect(await screen.findByRole('heading', { name: 'La pagina non si è aperta' })).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await user.click(button('Riprova'))
  expect(await screen.findByRole('tab', { name: 'Informazioni' })).toBeInTheDocument()
  logged.mockRestore()
})

it('keeps the answers of each language with their text', async () => {
  const inEnglish = (document: ConsentDocument): ConsentDocument => ({ ...document, language: 'en', hash: `${document.hash}-en` })
  let english = false
  const document = async (_by: unknown, kind: ConsentDocument['kind']) =>
    english ? inEnglish(consentDocuments[kind]) : consentDocuments[kind]
  const { user } = await open(nothingGiven, '/consenso?vista=domande', { document })
  await answer(user, 'Hai letto le informazioni?', 'Sì')
  english = true
  await user.click(button('English'))
  await waitFor(() => expect(group('Hai letto le informazioni?').getByRole('radio', { name: 'Sì' })).not.toBeChecked())
  expect(screen.getByRole('tab', { name: 'Preliminary questions' })).toBeInTheDocument()
  english = false
  await user.click(button('Italiano'))
  await waitFor(() => expect(group('Hai letto le informazioni?').getByRole('radio', { name: 'Sì' })).toBeChecked())
  expect(history.location.search).toContain('vista=domande')
})
