import type { ConsentDocument, CurrentConsents } from '@registry/api-contract/consents'
import { AppError } from '@registry/domain/error'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { consentDocuments, everythingGiven, fakeDocuments, nothingGiven } from '../../testing/consents.ts'
import { answer, answerPreliminary, button, group, openConsents, serveConsents, tab } from '../../testing/open-consents.ts'
import { servePrintedDocuments } from '../../testing/printed-documents.ts'
import { openAt } from '../../testing/render-app.ts'

describe('a patient without consents', () => {
  it('starts with the information, then the preliminary questions', async () => {
    const { user } = await openConsents(nothingGiven)
    expect(tab('Informazioni')).toHaveAttribute('aria-selected', 'true')
    const contents = within(screen.getByRole('navigation', { name: 'In questa pagina' }))
    await user.click(contents.getByRole('link', { name: '1. Chi tiene il registro' }))
    expect(screen.getByRole('heading', { name: '1. Chi tiene il registro' })).toHaveFocus()
    expect(screen.getByText('Lo tiene una rete.')).toBeInTheDocument()
    expect(screen.getByText('Tempo di lettura: circa 1 minuto')).toBeInTheDocument()
    const { asked, saved } = servePrintedDocuments()
    await user.click(button('Versione da stampare (PDF)'))
    await waitFor(() => expect(saved).toEqual(['informazioni.pdf']))
    expect(asked).toEqual(['?document=informazioni&lang=it'])
    await user.click(button('Prosegui con le domande preliminari'))
    expect(tab('Domande preliminari')).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tabpanel')).toHaveFocus()
  })

  it.each(['/consenso?vista=consensi', '/consenso?vista=modifica'])('cannot open the consents with %s', async (address) => {
    await openConsents(nothingGiven, address)
    expect(tab('Domande preliminari')).toHaveAttribute('aria-selected', 'true')
    expect(tab('Consensi')).toBeDisabled()
  })

  it('finds no option chosen', async () => {
    const { user } = await openConsents(nothingGiven, '/consenso?vista=domande')
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
    await answerPreliminary(user)
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })

  it('cannot continue with an unanswered question, and gets a link to it', async () => {
    const { user } = await openConsents(nothingGiven, '/consenso?vista=domande')
    await answer(user, 'Hai letto le informazioni?', 'Sì')
    await user.click(button('Prosegui con i consensi'))
    const summary = screen.getByRole('alert')
    expect(summary).toHaveTextContent('Non hai risposto a tutte le domande')
    expect(summary).toHaveFocus()
    await user.click(within(summary).getByRole('link', { name: 'Rispondi liberamente? (campo obbligatorio)' }))
    expect(group('Rispondi liberamente?').getByRole('radio', { name: 'Sì' })).toHaveFocus()
  })

  it('stops at a No with other questions open, reads what to do, and can read the information again', async () => {
    const { user } = await openConsents(nothingGiven, '/consenso?vista=domande')
    const link = { name: 'Rileggi le informazioni' }
    await answer(user, 'Hai letto le informazioni?', 'No')
    await user.click(button('Prosegui con i consensi'))
    expect(screen.getByRole('alert')).toHaveTextContent(
      /Non è possibile procedere se non si è risposto Sì a tutte le domande\. Hai risposto No a: Hai letto le informazioni\? Rileggi le informazioni o parlane con il tuo centro\.$/,
    )
    const telephone = within(screen.getByRole('main')).getByRole('link', { name: '06 5550101' })
    expect(telephone.parentElement).toHaveTextContent('Centro di Roma, telefono 06 5550101')
    expect(tab('Consensi')).toBeDisabled()
    await answer(user, 'Hai letto le informazioni?', 'Sì')
    expect(screen.queryByRole('alert'), 'a mended error disappears').not.toBeInTheDocument()
    expect(screen.queryByRole('link', link)).not.toBeInTheDocument()
    await answerPreliminary(user, 'No')
    expect(tab('Consensi')).toBeDisabled()
    await user.click(screen.getByRole('link', link))
    expect(tab('Informazioni')).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tabpanel')).toHaveFocus()
  })

  it('REQ-UI-20: finds the answers again after leaving the page, and can go on', async () => {
    const { user } = await openConsents(nothingGiven, '/consenso?vista=domande')
    await answerPreliminary(user)
    await answer(user, /dati personali/, 'No')
    act(() => history.push('/myconsent'))
    await screen.findByRole('heading', { level: 1, name: /^Ciao/ })
    act(() => history.push('/consenso?vista=modifica'))
    await screen.findByRole('group', { name: /dati personali/ })
    expect(group(/dati personali/).getByRole('radio', { name: 'No' })).toBeChecked()
    expect(Object.values(localStorage).join()).not.toMatch(/C_DB|P_READ/)
  })

  it('can answer with the keyboard only', async () => {
    const { user } = await openConsents(nothingGiven, '/consenso?vista=domande')
    group('Hai letto le informazioni?').getByRole('radio', { name: 'Sì' }).focus()
    await user.keyboard(' {Tab} {Enter}')
    expect(await screen.findByRole('group', { name: /dati personali/ })).toBeInTheDocument()
  })

  it('sends all answers with the version and hash of the documents, and sees the confirmation', async () => {
    const { user, give } = await openConsents(nothingGiven, '/consenso?vista=domande')
    await answerPreliminary(user)
    await user.click(button('Conferma'))
    expect(group(/dati personali/).getByRole('radio', { name: 'No' })).toHaveAccessibleDescription('campo obbligatorio')
    expect(give).not.toHaveBeenCalled()
    await answer(user, /dati personali/, 'No')
    await answer(user, 'Come vuoi saperlo?', 'Preferisco non saperlo')
    await user.click(button('Conferma'))
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(give).toHaveBeenCalledWith(
      expect.anything(),
      {
        information: { version: 1, hash: 'information-1' },
        preliminary: { version: 2, hash: 'preliminary-2', answers: { P_READ: true, P_FREE: true } },
        consents: { version: 3, hash: 'consents-3', answers: { C_DB_P: false, C_INCIDENTAL: 3 } },
        basedOn: null,
      },
      expect.anything(),
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Fatto. Le tue risposte sono registrate' })).toHaveFocus()
    expect(history.location.search).toBe('?vista=fatto')
    expect(button(/^Scarica ricevuta \(PDF\)/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Compila il questionario sulla salute' })).toHaveAttribute('href', '/sf36')
    expect(screen.getByRole('link', { name: 'Vai alla pagina principale' })).toHaveAttribute('href', '/myconsent')
    await user.click(screen.getByRole('link', { name: 'Rivedi le tue risposte' }))
    expect(await screen.findByRole('button', { name: 'Modifica' })).toBeInTheDocument()
  })

  it('finds the invitations to studies after the confirmation', async () => {
    const invitation = {
      clinical_study_id: 'IRON 1',
      clinical_study_title: { trans_it: 'Ferro nel cuore', trans_en: 'Iron in the heart' },
      invited_at: '2026-11-02T09:00:00.000Z',
      end_enrollment_date: '2027-03-31',
    }
    serveConsents(everythingGiven, {}, patientUser({ studi_attesa: [invitation] }))
    await openAt('/consenso?vista=fatto')
    expect(await screen.findByRole('link', { name: 'Leggi e rispondi: Ferro nel cuore' })).toHaveAttribute('href', '/pstudio/IRON%201')
  })

  it('keeps the answers after going back to the information', async () => {
    const { user } = await openConsents(nothingGiven, '/consenso?vista=domande')
    await answerPreliminary(user)
    await answer(user, /dati personali/, 'Sì')
    await user.click(tab('Informazioni'))
    await user.click(tab('Consensi'))
    expect(group(/dati personali/).getByRole('radio', { name: 'Sì' })).toBeChecked()
  })

  it('keeps the answers when the server rejects them, and sees the error', async () => {
    const reject = () => Promise.reject(new AppError('busy', { seconds: 3 }))
    const { user } = await openConsents(nothingGiven, '/consenso?vista=domande', { give: reject })
    await answerPreliminary(user)
    await answer(user, /dati personali/, 'Sì')
    await answer(user, 'Come vuoi saperlo?', 'Di persona')
    await user.click(button('Conferma'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Riprova tra 3 secondi')
    expect(group(/dati personali/).getByRole('radio', { name: 'Sì' })).toBeChecked()
  })

  it('reads and answers again when a document has changed in between', async () => {
    let published: ConsentDocument = consentDocuments.consents
    const documents = fakeDocuments((kind) => (kind === 'consents' ? published : consentDocuments[kind]))
    const give = async () => {
      published = { ...published, version: 4, hash: 'consents-4' }
      throw new AppError('consent_text_changed')
    }
    const { user } = await openConsents(nothingGiven, '/consenso?vista=domande', { ...documents, give })
    await answerPreliminary(user)
    await answer(user, /dati personali/, 'Sì')
    await answer(user, 'Come vuoi saperlo?', 'Di persona')
    await user.click(button('Conferma'))
    expect(await screen.findByText('Il testo è cambiato mentre rispondevi: rileggilo e rispondi di nuovo')).toBeInTheDocument()
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })
})

it('shows in the page that the documents did not load, and can retry', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  serveConsents(nothingGiven, { current: vi.fn(async () => nothingGiven).mockRejectedValueOnce(new AppError('busy', { seconds: 3 })) })
  const user = await openAt('/consenso')
  expect(await screen.findByRole('heading', { name: 'La pagina non si è aperta' })).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await user.click(button('Riprova'))
  expect(await screen.findByRole('tab', { name: 'Informazioni' })).toBeInTheDocument()
  logged.mockRestore()
})

it('keeps the answers of each language with their document', async () => {
  const inEnglish = (document: ConsentDocument): ConsentDocument => ({ ...document, language: 'en', hash: `${document.hash}-en` })
  let english = false
  const documents = fakeDocuments((kind) => (english ? inEnglish(consentDocuments[kind]) : consentDocuments[kind]))
  const { user } = await openConsents(nothingGiven, '/consenso?vista=domande', documents)
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

describe('REQ-GRD-03: the assent of a minor', () => {
  const open = async (current: CurrentConsents, user = patientUser()) => {
    serveConsents(current, {}, user)
    await openAt('/consenso')
    await screen.findByRole('tab', { name: 'Informazioni' })
  }
  const guardian = { ...patientUser(), actingFor: '0f8fad5b-d9cb-469f-a165-70867728950e', name: 'LEA' }

  it('a minor reads a text for the age, whether asked or not', async () => {
    await open({ ...nothingGiven, assent: { text: 'adolescent', isAsked: false } })
    expect(screen.getByText('Prima dei 18 anni decidono i genitori.')).toBeInTheDocument()
  })

  it('a guardian reads that the minor is asked too, and not the text for the minor', async () => {
    await open({ ...nothingGiven, assent: { text: 'adolescent', isAsked: true } }, guardian)
    expect(screen.getByText('Chiedi anche a Lea')).toBeInTheDocument()
    expect(screen.queryByText(/Prima dei 18 anni/)).toBeNull()
  })

  it('a guardian reads nothing of it once the minor has answered', async () => {
    await open({ ...nothingGiven, assent: { text: 'adolescent', isAsked: false } }, guardian)
    expect(screen.queryByText('Chiedi anche a Lea')).toBeNull()
  })

  it('a guardian is not sent to the questionnaire, which only the patient fills in', async () => {
    serveConsents(everythingGiven, {}, guardian)
    await openAt('/consenso?vista=fatto')
    expect(await screen.findByRole('link', { name: 'Rivedi le tue risposte' })).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Compila il questionario sulla salute' })).toBeNull()
  })

  it('a Yes that waits shows that a signature is missing', async () => {
    await open({ ...nothingGiven, waiting: [{ field: 'C_DB_M', yours: false }] })
    expect(screen.getByText('Manca una firma')).toBeInTheDocument()
  })
})
