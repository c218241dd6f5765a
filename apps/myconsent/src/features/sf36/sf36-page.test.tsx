import type { Sf36Questionnaire } from '@registry/api-contract/sf36'
import { AppError } from '@registry/domain/error'
import { sf36Items } from '@registry/domain/sf36/structure'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { history } from '../../app/shell.ts'
import { openAt } from '../../testing/render-app.ts'
import { servePrintedDocuments } from '../../testing/printed-documents.ts'
import { createResponse, serveSf36, shortQuestionnaire } from '../../testing/sf36.ts'

type User = Awaited<ReturnType<typeof openAt>>
const press = async (user: User, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
/** Chooses the first option of each question, one after the other, up to the review. */
const answerAll = async (user: User, names: readonly string[] = sf36Items.map(({ code }) => `Domanda ${code}`)) => {
  for (const name of names) {
    const group = await screen.findByRole('group', { name })
    await user.click(within(group).getByRole('radio', { name: 'Scelta 1' }))
    await press(user, name === names.at(-1) ? 'Rileggi le risposte' : 'Avanti')
  }
  await screen.findByRole('button', { name: 'Conferma' })
}

describe('REQ-PAT-13: a new questionnaire', () => {
  it('shows one of 36 questions with help, the demonstration mark, the time it takes, and no preset answer', async () => {
    serveSf36()
    await openAt('/sf36')
    expect(await screen.findByText('Testo dimostrativo: non è uno strumento validato.')).toBeInTheDocument()
    expect(screen.getByText(/^Ti servono circa 8 minuti\. Le domande sono tutte obbligatorie\./)).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Domanda 1 di 36' })).toBeInTheDocument()
    expect(screen.getAllByRole('group', { name: /^Domanda / })).toHaveLength(1)
    expect(screen.getByText('Aiuto 1')).toBeInTheDocument()
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })

  it('requires every answer, and sends all answers once', async () => {
    const fill = serveSf36()
    const user = await openAt('/sf36')
    await screen.findByRole('group', { name: 'Domanda 1' })
    await press(user, 'Avanti')
    expect(screen.getByRole('alert')).toHaveTextContent('Domanda 1 (campo obbligatorio)')
    await answerAll(user)
    expect(fill).not.toHaveBeenCalled()
    await press(user, 'Conferma')
    expect(await screen.findByText('Grazie. La tua risposta è stata registrata')).toBeInTheDocument()
    expect(fill).toHaveBeenCalledOnce()
    expect(fill.mock.lastCall?.[1]).toMatchObject({ version: 4, hash: 'sf36-4', answers: { length: 11 } })
    expect(screen.getByRole('link', { name: /^Leggi il questionario del 22\/11\/2026/ })).toBeInTheDocument()
  })

  it('keeps the same key after a failed confirmation, so that the server stores the answers once', async () => {
    const fill = serveSf36()
    fill.mockRejectedValueOnce(new AppError('busy', { seconds: 1 }))
    const user = await openAt('/sf36')
    await screen.findByRole('group', { name: 'Domanda 1' })
    await answerAll(user)
    await press(user, 'Conferma')
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    await press(user, 'Conferma')
    await screen.findByText('Grazie. La tua risposta è stata registrata')
    const [first, second] = fill.mock.calls.map(([, sent]) => sent.key)
    expect(second).toBe(first)
  })

  it('starts again when the words have changed', async () => {
    const fill = serveSf36()
    fill.mockRejectedValueOnce(new AppError('sf36_text_changed'))
    const user = await openAt('/sf36')
    await screen.findByRole('group', { name: 'Domanda 1' })
    await answerAll(user)
    await press(user, 'Conferma')
    expect(await screen.findByText(/Il testo del questionario è cambiato/)).toBeInTheDocument()
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked()
  })

  it('REQ-CON-11: without consent to medical data it leads to the consents', async () => {
    serveSf36([], {}, false)
    await openAt('/sf36')
    expect(await screen.findByRole('link', { name: 'Vai ai consensi' })).toHaveAttribute('href', '/consenso')
    expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  })

  it('shows one question per page, in the history of the browser, and opens the first one without an answer', async () => {
    serveSf36()
    const user = await openAt('/sf36')
    for (const { code } of sf36Items.slice(0, 3)) {
      expect(
        await screen.findByRole('progressbar', { name: `Domanda ${sf36Items.findIndex((item) => item.code === code) + 1} di 36` }),
      ).toBeInTheDocument()
      await user.click(screen.getByRole('radio', { name: 'Scelta 1' }))
      await press(user, 'Avanti')
    }
    expect(await screen.findByRole('group', { name: 'Domanda 3b' })).toBeInTheDocument()
    expect(screen.getByText('Domanda 3')).toBeInTheDocument()
    expect(location.search).toBe('?vista=compila&domanda=d3b')
    history.back()
    expect(await screen.findByRole('group', { name: 'Domanda 3a' })).toBeInTheDocument()
    history.push('/myconsent')
    const waiting = within(await screen.findByRole('region', { name: 'C’è qualcosa che ti aspetta?' }))
    expect(waiting.getByText(/^Hai cominciato il questionario sulla salute: 3 risposte su 36\./)).toBeInTheDocument()
    await user.click(waiting.getByRole('link', { name: 'Continua il questionario' }))
    expect(await screen.findByRole('group', { name: 'Domanda 3b' })).toBeInTheDocument()
  })
})

describe('REQ-PAT-21: a questionnaire with other questions', () => {
  const sleep: Sf36Questionnaire = {
    ...shortQuestionnaire,
    description: 'Questionario sul sonno',
    scoring: 'none',
    demonstration: false,
    questions: [
      { text: 'Domanda 1', help: '', options: ['Scelta 1', 'Scelta 2'], questions: [] },
      { text: 'Domanda 2', help: '', options: ['Scelta 1', 'Scelta 2', 'Scelta 3'], questions: ['Domanda 2a', 'Domanda 2b'] },
    ],
  }
  const key = '33333333-3333-4333-8333-333333333333'

  it('has its own title, its questions and answers, and no mark', async () => {
    const fill = serveSf36([], { questionnaire: async () => sleep })
    const user = await openAt('/sf36')
    expect(await screen.findByRole('heading', { level: 1, name: 'Questionario sul sonno' })).toBeInTheDocument()
    expect(screen.queryByText('Testo dimostrativo: non è uno strumento validato.')).not.toBeInTheDocument()
    expect(screen.getByText(/^Ti serve circa un minuto\./)).toBeInTheDocument()
    await answerAll(user, ['Domanda 1', 'Domanda 2a', 'Domanda 2b'])
    await press(user, 'Cambia: Domanda 2b')
    await user.click(screen.getByRole('radio', { name: 'Scelta 3' }))
    await press(user, 'Rileggi le risposte')
    await press(user, 'Conferma')
    await screen.findByText('Grazie. La tua risposta è stata registrata')
    expect(fill.mock.lastCall?.[1]).toMatchObject({ answers: [1, [1, 3]] })
  })

  it('is listed with its title and opened without scores', async () => {
    const unscored = {
      ...createResponse(key, '2026-03-02T10:00:00.000Z'),
      description: sleep.description,
      demonstration: false,
      scores: null,
    }
    serveSf36([unscored], { response: async () => ({ ...unscored, questionnaire: sleep, answers: [2, [1, 3]] }) })
    const user = await openAt('/sf36?vista=compilati')
    expect(await screen.findByText('Questionario sul sonno')).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'I tuoi punteggi nel tempo' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: /^Leggi il questionario/ }))
    expect((await screen.findByText('Domanda 2b')).parentElement).toHaveTextContent('Scelta 3')
    expect(screen.getByText('Questionario sul sonno')).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Punteggi' })).not.toBeInTheDocument()
  })
})

describe('REQ-PAT-13: the filled questionnaires', () => {
  const [older, newer] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
  const two = [createResponse(newer, '2026-03-02T10:00:00.000Z'), createResponse(older, '2025-02-01T10:00:00.000Z')]

  it('are listed, with the scores of the eight scales and the norm as a table', async () => {
    serveSf36(two)
    await openAt('/sf36?vista=compilati')
    expect(await screen.findAllByRole('link', { name: /^Leggi il questionario/ })).toHaveLength(2)
    const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows[0]).toEqual(['Scala', 'Popolazione', '02/03/2026', '01/02/2025'])
    expect(screen.getByText('Testo dimostrativo: non è uno strumento validato.')).toBeInTheDocument()
    expect(rows[1]).toEqual(['Attività fisica', '85', '0', '0'])
    expect(rows).toHaveLength(9)
  })

  it('open one by one, in the words that were shown', async () => {
    serveSf36(two)
    const user = await openAt('/sf36?vista=compilati')
    await user.click(await screen.findByRole('link', { name: /^Leggi il questionario del 01\/02\/2025/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Questionario compilato' })).toBeInTheDocument()
    expect(screen.getByText('Domanda 9i').parentElement).toHaveTextContent('Scelta 1')
    expect(screen.getByText('Testo dimostrativo: non è uno strumento validato.')).toBeInTheDocument()
  })

  it('print the newest one as a file, in the language of the page (REQ-PAT-12)', async () => {
    serveSf36(two)
    const user = await openAt('/sf36?vista=compilati', 'en')
    const { asked, saved } = servePrintedDocuments()
    await press(user, 'Print the latest')
    await waitFor(() => expect(saved).toEqual(['sf36example.pdf']))
    expect(asked).toEqual(['?document=sf36example&lang=en'])
  })

  it('print a chosen one from its page', async () => {
    serveSf36(two)
    const user = await openAt('/sf36?vista=compilati')
    const { asked } = servePrintedDocuments()
    await user.click(await screen.findByRole('link', { name: /^Leggi il questionario del 01\/02\/2025/ }))
    await screen.findByRole('heading', { level: 1, name: 'Questionario compilato' })
    await press(user, 'Stampa')
    const chosen = `?document=sf36example&lang=it&id=${two[1]?.key}`
    await waitFor(() => expect(asked).toEqual([chosen]))
  })

  it('say what to do when there is none', async () => {
    serveSf36()
    await openAt('/sf36?vista=compilati')
    expect(await screen.findByText(/Non hai ancora compilato un questionario/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Nuovo questionario' })).toHaveAttribute('href', '/sf36?vista=compila')
  })
})
