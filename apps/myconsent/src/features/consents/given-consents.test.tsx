import type { ReconsentRequest } from '@registry/api-contract/consents'
import { AppError } from '@registry/domain/error'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { consentDocuments, everythingGiven, ledger } from '../../testing/consents.ts'
import { servePrintedDocuments } from '../../testing/printed-documents.ts'
import { answer, answerPreliminary, button, group, openConsents, tab } from '../../testing/open-consents.ts'

describe('a patient with consents', () => {
  it('sees them immediately and can print them (REQ-PAT-12)', async () => {
    const { user } = await openConsents(everythingGiven)
    expect(tab('Consensi')).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('Permetti l’uso dei dati personali?').parentElement).toHaveTextContent('Sì')
    expect(screen.getByText('Dal mio medico')).toBeInTheDocument()
    const { asked, saved } = servePrintedDocuments()
    await user.click(button('Stampa'))
    await waitFor(() => expect(saved).toEqual(['consensi.pdf']))
    expect(asked).toEqual(['?document=consensi&lang=it'])
    await user.click(screen.getAllByRole('link', { name: 'Indietro' }).at(-1)!)
    expect(await screen.findByRole('heading', { name: 'Ciao, Maria' })).toBeInTheDocument()
  })

  it('reads why the print failed', async () => {
    const { user } = await openConsents(everythingGiven)
    servePrintedDocuments('Il server è occupato.')
    await user.click(button('Stampa'))
    expect(await screen.findByText('Il server è occupato.')).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog'), 'the message stays on the page').not.toBeInTheDocument()
  })

  it('reads that the server failed, if the answer names no error', async () => {
    const { user } = await openConsents(everythingGiven)
    servePrintedDocuments('')
    await user.click(button('Stampa'))
    expect(await screen.findByText('Errore lato server')).toBeInTheDocument()
  })

  it('reads the status of an answer that is neither a file nor an error', async () => {
    const { user } = await openConsents(everythingGiven)
    servePrintedDocuments({ html: '<h1>Bad gateway</h1>' })
    await user.click(button('Stampa'))
    expect(await screen.findByText(/status 502/)).toBeInTheDocument()
  })

  it('changes one answer in four steps, from Yes to No and back, without the preliminary questions (REQ-CON-06)', async () => {
    const { user, give } = await openConsents(everythingGiven)
    const changes = () => screen.getByRole('region', { name: 'Che cosa cambia' })
    const change = async (option: string) => {
      await user.click(button('Cambia: Permetti l’uso dei dati personali?'))
      expect(group(/dati personali/).getByRole('radio', { checked: true })).toHaveFocus()
      expect(changes()).toHaveTextContent('Le risposte sono quelle che hai già dato.')
      await answer(user, /dati personali/, option)
      expect(changes()).toHaveTextContent(`Permetti l’uso dei dati personali?${option}prima: ${option === 'No' ? 'Sì' : 'No'}`)
      expect(changes()).not.toHaveTextContent('Come vuoi saperlo?')
      await user.click(button('Conferma'))
      expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
      await user.click(screen.getByRole('link', { name: 'Rivedi le tue risposte' }))
      await screen.findByRole('button', { name: 'Modifica' })
    }
    await change('No')
    await change('Sì')
    expect(give.mock.calls.map(([, given]) => given)).toEqual(
      [false, true].map((C_DB_P) => ({
        information: { version: 1, hash: 'information-1' },
        consents: { version: 3, hash: 'consents-3', answers: { C_DB_P, C_INCIDENTAL: 2 } },
        basedOn: everythingGiven.answeredAt,
      })),
    )
  })

  it('answers the preliminary questions in MyConsent if only the centre knows the answers', async () => {
    const { user, give } = await openConsents({ ...everythingGiven, preliminaryPassed: false })
    await user.click(button('Modifica'))
    await answerPreliminary(user)
    expect(group('Come vuoi saperlo?').getByRole('radio', { name: 'Dal mio medico' })).toBeChecked()
    await user.click(button('Conferma'))
    await screen.findByText('Modifiche registrate')
    expect(give.mock.lastCall?.[1].preliminary).toMatchObject({ version: 2, answers: { P_READ: true, P_FREE: true } })
  })

  it('reads that the preliminary questions are answered, and continues from there', async () => {
    const { user } = await openConsents(everythingGiven, '/consenso?vista=domande')
    expect(screen.getByText('Hai già risposto Sì a tutte queste domande: non devi ripeterle.')).toBeInTheDocument()
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
    await user.click(button('Vai alle tue risposte'))
    expect(tab('Consensi')).toHaveAttribute('aria-selected', 'true')
  })

  it.each([
    ['a refused consent', false, 'Nodal 20/11/2026'],
    ['a withdrawn consent', true, 'No, ritiratoil 20/11/2026'],
  ])('sees since when %s holds (REQ-CON-13)', async (_case, withdrawn, text) => {
    const states = { C_DB_P: { since: '2026-11-20T10:31:00.000Z', withdrawn } }
    await openConsents({ ...everythingGiven, answers: { C_DB_P: false }, states })
    expect(screen.getByText('Permetti l’uso dei dati personali?').parentElement).toHaveTextContent(text)
  })

  it('sees which answers came on the paper of another registry (REQ-CON-21)', async () => {
    const states = { C_DB_P: { since: '2020-02-03T00:00:00.000Z', withdrawn: false, onPaper: true as const } }
    const paper = { signedOn: '2020-02-03', reference: 'RM-7', version: '2019-1' }
    const event = { ...ledger[1]!, channel: 'paper_import', version: null, receipt: null, paper }
    const { user } = await openConsents({ ...everythingGiven, answers: { C_DB_P: true }, states }, '/consenso', {
      history: async () => [event],
    })
    expect(screen.getByText(/^Hai dato queste risposte su carta/)).toBeInTheDocument()
    expect(screen.getByText('Permetti l’uso dei dati personali?').parentElement).toHaveTextContent('dal 03/02/2020, su carta')
    await user.click(button('Mostra la storia'))
    const group = await within(screen.getByRole('region', { name: 'Storia delle tue risposte' })).findByRole('listitem')
    expect(group).toHaveTextContent('modulo RM-7, testo 2019-1, firmato il 03/02/2020')
    expect(within(group).queryByRole('button', { name: /^Leggi i testi di allora/ })).not.toBeInTheDocument()
  })

  it('finds the withdrawal apart from Back', async () => {
    const { user } = await openConsents(everythingGiven)
    await user.click(button('Modifica'))
    expect(button('Ritiro').closest('form')).toBeNull()
    await user.click(button('Ritiro'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Ritiro dal registro' })).toBeInTheDocument()
  })

  it('sees an answer that is no option as unanswered, and can answer or withdraw', async () => {
    const { user, give } = await openConsents({ ...everythingGiven, answers: { C_DB_P: true, C_INCIDENTAL: 9 } })
    expect(screen.getByText('Come vuoi saperlo?').parentElement).toHaveTextContent('Non risposto')
    expect(button('Ritiro')).toBeEnabled()
    await user.click(button('Modifica'))
    await answer(user, 'Come vuoi saperlo?', 'Di persona')
    await user.click(button('Conferma'))
    await screen.findByText('Modifiche registrate')
    expect(give.mock.lastCall?.[1].consents.answers).toEqual({ C_DB_P: true, C_INCIDENTAL: 1 })
  })

  it('can go back without a change', async () => {
    const { user, give } = await openConsents(everythingGiven)
    await user.click(button('Modifica'))
    await answer(user, /dati personali/, 'No')
    await user.click(button('Indietro'))
    expect((await screen.findByText('Permetti l’uso dei dati personali?')).parentElement).toHaveTextContent('Sì')
    expect(give).not.toHaveBeenCalled()
  })

  describe('after a material change of the documents (REQ-CON-20)', () => {
    const sentence = (text: string, change: 'same' | 'added') => ({ text, change })
    const [title, , , question] = consentDocuments.consents.paragraphs
    const reconsentRequest: ReconsentRequest = {
      fields: [],
      documents: [
        {
          kind: 'consents',
          version: 3,
          readVersion: 2,
          paragraphs: [
            [sentence(title!.text, 'same')],
            [sentence('Permetti l’uso ', 'same'), sentence('dei dati personali?', 'added')],
            [sentence('Scoperte inattese', 'same')],
            [sentence(question!.text, 'same')],
          ],
          removed: ['Una frase di prima.'],
        },
      ],
    }
    const openReconsentRequest = (fields: string[] = []) =>
      openConsents({ ...everythingGiven, toRenew: true }, '/consenso', {
        reconsentRequest: async () => ({ ...reconsentRequest, fields }),
        answered: async () => ({
          ...consentDocuments.consents,
          version: 2,
          paragraphs: [{ type: 'radio', field: 'C_DB_P', text: 'Le parole di prima', options: ['Sì', 'No'] }],
        }),
      })

    it('reads what changed, what is gone and what holds, and answers again without preset options', async () => {
      const { user } = await openReconsentRequest()
      expect(tab('Informazioni')).toHaveAttribute('aria-selected', 'true')
      const notice = screen.getByText('I testi sono cambiati: ti chiediamo di rispondere di nuovo').parentElement
      expect(notice).toHaveTextContent('È cambiato: Consensi.')
      expect(notice).toHaveTextContent('Finché non rispondi, le risposte che hai già dato valgono per i testi che hai letto allora.')
      expect(notice).toHaveTextContent('Una frase di prima.')
      await user.click(button('Prosegui con i consensi'))
      const marked = group(/dati personali/).getByText('dei dati personali?')
      expect(marked.tagName).toBe('MARK')
      expect(marked).toHaveTextContent('Nuovo: dei dati personali?')
      for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
    })

    it('answers only the questions concerned, if the version names them', async () => {
      const { user, give } = await openReconsentRequest(['C_DB_P'])
      await user.click(button('Prosegui con i consensi'))
      expect(group('Come vuoi saperlo?').getByRole('radio', { name: 'Dal mio medico' })).toBeChecked()
      expect(group(/dati personali/).queryByRole('radio', { checked: true })).not.toBeInTheDocument()
      await answer(user, /dati personali/, 'No')
      await user.click(button('Conferma'))
      await screen.findByText('Modifiche registrate')
      expect(give.mock.lastCall?.[1].consents.answers).toEqual({ C_DB_P: false, C_INCIDENTAL: 2 })
    })

    it('still reads the previous version with the previous answers (REQ-CON-18)', async () => {
      const { user } = await openReconsentRequest()
      await user.click(tab('Consensi'))
      expect(screen.getByText('Le parole di prima').parentElement).toHaveTextContent('Sì')
      expect(screen.queryByText(/Permetti l’uso/)).not.toBeInTheDocument()
      expect(screen.getByText(/alla versione 2 del testo/)).toBeInTheDocument()
    })
  })

  it('sees the history: what was answered, when and how', async () => {
    const { user } = await openConsents(everythingGiven)
    await user.click(button('Mostra la storia'))
    const history = within(screen.getByRole('region', { name: 'Storia delle tue risposte' }))
    const [latest, first] = await history.findAllByRole('listitem')
    expect(latest).toHaveTextContent('Risposte date in MyConsent, versione 3 dei testi.')
    expect(latest).toHaveTextContent('Permetti l’uso dei dati personali?SìCome vuoi saperlo?Dal mio medico')
    expect(history.getByText('Come vuoi saperlo?').parentElement, 'the language of the reading').toHaveAttribute('lang', 'it')
    expect(first).toHaveTextContent('Risposte date al tuo centro, versione 2 dei testi.Registrazione nel registroSì')
  })

  it('reads the documents of an answer as the screen showed them', async () => {
    const { information, consents } = consentDocuments
    const read = vi.fn(async () => [{ ...information, language: 'en' as const }, consents])
    const { user } = await openConsents(everythingGiven, '/consenso', { shownDocuments: read })
    await user.click(button('Mostra la storia'))
    await user.click(await screen.findByRole('button', { name: /^Leggi i testi di allora/ }))
    const dialog = within(screen.getByRole('dialog', { name: /^I testi del/ }))
    expect(await dialog.findByText('Una rete di centri.')).toBeInTheDocument()
    expect(dialog.getByText('Una rete di centri.').parentElement, 'the language of the reading').toHaveAttribute('lang', 'en')
    expect(dialog.getByRole('heading', { name: 'Consensi, versione 3' })).toBeInTheDocument()
    expect(dialog.getByText('Come vuoi saperlo? (Di persona / Dal mio medico / Preferisco non saperlo)')).toBeInTheDocument()
    expect(read).toHaveBeenCalledWith(expect.anything(), { entry: 2 }, expect.anything())
    await user.click(dialog.getAllByRole('button', { name: 'Chiudi' }).at(-1)!)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('can retry a history that did not load', async () => {
    const read = vi.fn(async () => ledger).mockRejectedValueOnce(new AppError('busy', { seconds: 3 }))
    const { user } = await openConsents(everythingGiven, '/consenso', { history: read })
    await user.click(button('Mostra la storia'))
    await user.click(await screen.findByRole('button', { name: 'Riprova' }))
    expect(await screen.findByText('Registrazione nel registro')).toBeInTheDocument()
  })
})
