import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { history } from '../../app/shell.ts'
import { everythingGiven, nothingGiven } from '../../testing/consents.ts'
import { answer, group, openConsents, press } from '../../testing/open-consents.ts'

describe('on a phone', () => {
  afterEach(() => vi.mocked(matchMedia).mockRestore())
  const onPhone = () => {
    const narrow = Object.assign(matchMedia('(max-width: 48em)'), { matches: true })
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue(narrow)
  }

  it('folds the texts of the information under their summaries', async () => {
    onPhone()
    const { user } = await openConsents(nothingGiven, '/consenso?vista=informazioni')
    expect(screen.getByText('Lo tiene una rete.')).toBeVisible()
    expect(screen.getByText('Una rete di centri.')).not.toBeVisible()
    await user.click(screen.getByText('Leggi tutto'))
    expect(screen.getByText('Una rete di centri.')).toBeVisible()
    expect(screen.queryByRole('navigation', { name: 'In questa pagina' })).not.toBeInTheDocument()
  })

  it('shows one question per page with progress, and reviews all answers before sending', async () => {
    onPhone()
    const { user, give } = await openConsents(nothingGiven, '/consenso?vista=domande')
    expect(screen.getByRole('progressbar', { name: 'Domanda 1 di 2' })).toHaveValue(0)
    expect(screen.getAllByRole('group', { name: /\?$/ })).toHaveLength(1)
    await press(user, 'Avanti')
    expect(screen.getByRole('alert')).toHaveTextContent('Hai letto le informazioni? (campo obbligatorio)')
    await answer(user, 'Hai letto le informazioni?', 'Sì')
    await press(user, 'Avanti')
    await answer(user, 'Rispondi liberamente?', 'No')
    await press(user, 'Rileggi le risposte')
    expect(screen.getByRole('progressbar', { name: 'Domanda 2 di 2' }), 'a No stops at its question').toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Non è possibile procedere se non si è risposto Sì a tutte le domande. Hai risposto No a: Rispondi liberamente? Rileggi le informazioni o parlane con il tuo centro.',
    )
    await answer(user, 'Rispondi liberamente?', 'Sì')
    await press(user, 'Rileggi le risposte')
    await press(user, 'Prosegui con i consensi')

    await answer(user, /dati personali/, 'Sì')
    await press(user, 'Avanti')
    await screen.findByRole('group', { name: 'Come vuoi saperlo?' })
    await press(user, 'Indietro')
    await screen.findByRole('group', { name: /dati personali/ })
    expect(group(/dati personali/).getByRole('radio', { name: 'Sì' })).toBeChecked()
    await press(user, 'Avanti')
    await answer(user, 'Come vuoi saperlo?', 'Di persona')
    await press(user, 'Rileggi le risposte')
    expect(await screen.findByText('Ultimo passo: rileggi le tue risposte')).toBeInTheDocument()
    expect(give).not.toHaveBeenCalled()
    await press(user, 'Conferma')
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(give.mock.lastCall?.[1].consents.answers).toEqual({ C_DB_P: true, C_INCIDENTAL: 1 })
  })

  it('changes one answer: the question, the review with the previous answer, the confirmation', async () => {
    onPhone()
    const { user, give } = await openConsents(everythingGiven)
    await press(user, 'Cambia: Permetti l’uso dei dati personali?')
    expect(await screen.findByRole('progressbar', { name: 'Domanda 1 di 2' })).toBeInTheDocument()
    await answer(user, /dati personali/, 'No')
    await press(user, 'Rileggi le risposte')
    await screen.findByText('Ultimo passo: rileggi le tue risposte')
    expect(screen.getByText('Permetti l’uso dei dati personali?').parentElement).toHaveTextContent('Noprima: Sì')
    expect(screen.getByText('Come vuoi saperlo?').parentElement).not.toHaveTextContent('prima')
    await press(user, 'Conferma')
    expect(await screen.findByText('Modifiche registrate')).toBeInTheDocument()
    expect(give.mock.lastCall?.[1].consents.answers).toEqual({ C_DB_P: false, C_INCIDENTAL: 2 })
  })

  it('goes back through the questions with the Back button of the browser', async () => {
    onPhone()
    const { user } = await openConsents(nothingGiven, '/consenso?vista=domande')
    await answer(user, 'Hai letto le informazioni?', 'Sì')
    await press(user, 'Avanti')
    expect(await screen.findByRole('group', { name: 'Rispondi liberamente?' })).toBeInTheDocument()
    history.back()
    expect(await screen.findByRole('group', { name: 'Hai letto le informazioni?' })).toBeInTheDocument()
    expect(group('Hai letto le informazioni?').getByRole('radio', { name: 'Sì' })).toBeChecked()
  })
})
