import type { Correction } from '@registry/api-contract/corrections'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { validationError } from '@registry/domain/error'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { openAt } from '../../testing/render-app.ts'

const waiting: Correction = {
  id: 2,
  field: 'WEIGHT',
  label: 'Peso',
  shownValue: '60 kg',
  text: 'Peso 65 chili',
  askedAt: '2026-03-01T10:00:00Z',
  state: 'OPEN',
  answer: null,
  answeredAt: null,
}
const answered: Correction = {
  ...waiting,
  id: 1,
  label: null,
  field: null,
  shownValue: null,
  state: 'EXPLAINED',
  answer: 'È giusto',
  answeredAt: '2026-03-02T10:00:00Z',
}

const openPage = async (stored: readonly Correction[]) => {
  let current = stored
  serve({
    user: patientUser(),
    corrections: {
      list: async () => [...current],
      withdraw: async (_by, { id }) => {
        current = current.map((one) => (one.id === id ? { ...one, state: 'WITHDRAWN' } : one))
        return { ...waiting, state: 'WITHDRAWN' }
      },
      ask: async (_by, { text }) => {
        if (text.includes('!')) throw validationError({ text: { code: 'value_too_long', params: { max: 500 } } })
        current = [{ ...answered, id: 3, state: 'OPEN', text, answer: null }, ...current]
        return { ...waiting, text }
      },
    },
  })
  const user = await openAt('/correzioni')
  await screen.findByRole('heading', { level: 1, name: 'Le tue richieste di correzione' })
  return user
}

describe('REQ-PAT-27: the page of the requests for correction', () => {
  it('shows what was asked, what the page showed then, and the answer of the centre', async () => {
    await openPage([waiting, answered])
    const [first, second] = screen.getAllByRole('listitem')
    expect(first).toHaveTextContent('PesoIn attesa del centroLeggevi: 60 kgHai chiesto il 01/03/2026: «Peso 65 chili»')
    expect(second).toHaveTextContent('La cartella in generaleSpiegato')
    expect(second).toHaveTextContent('Il centro ha risposto il 02/03/2026: «È giusto»')
    expect(within(second as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  })

  it('withdraws an open request', async () => {
    const user = await openPage([waiting])
    await user.click(screen.getByRole('button', { name: 'Ritira la richiesta: Peso 65 chili' }))
    expect(await screen.findByText('Ritirata da te')).toBeInTheDocument()
  })

  it('asks in general, and shows an error at the text', async () => {
    const user = await openPage([])
    expect(screen.getByText('Nessuna richiesta')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Chiedi una correzione' }))
    await user.click(screen.getByRole('button', { name: 'Invia al centro' }))
    const text = screen.getByRole('textbox', { name: 'Che cosa va corretto' })
    expect(text).toHaveAccessibleDescription(/Campo obbligatorio/)
    await user.type(text, 'Troppo!')
    await user.click(screen.getByRole('button', { name: 'Invia al centro' }))
    expect(
      await screen.findByRole('textbox', { name: 'Che cosa va corretto', description: /Al massimo 500 caratteri/ }),
    ).toBeInTheDocument()
    await user.clear(text)
    await user.type(text, 'Il nome')
    await user.click(screen.getByRole('button', { name: 'Invia al centro' }))
    expect(await screen.findByText(/«Il nome»/)).toBeInTheDocument()
  })
})
