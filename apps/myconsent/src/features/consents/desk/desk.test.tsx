import { AppError } from '@registry/domain/error'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../../app/shell.ts'
import { serve } from '../../../testing/fake-server.ts'
import { openAt } from '../../../testing/render-app.ts'

const secret = 'kq2Zc0f7mXv1nR8sT3uW5yA9bD4eG6hJ_kL-oP0qRsT'
const createDocument = <Kind extends string>(kind: Kind, field: string, text: string) => ({
  kind,
  version: 1,
  language: 'it' as const,
  hash: kind.padEnd(64, '0'),
  paragraphs: [{ type: 'radio' as const, field, text, options: ['Sì', 'No'] }],
})
const desk = (endsAt: number) => ({
  name: 'Anna Verdi',
  endsAt: new Date(endsAt).toISOString(),
  respondents: [{ respondent: 7, name: 'Marco Neri', contact: 'm…@example.org' }],
  information: { ...createDocument('information', 'X', 'x'), paragraphs: [{ type: 'text' as const, text: 'Che cos’è il registro.' }] },
  preliminary: createDocument('preliminary', 'P_READ', 'Hai letto le informazioni?'),
  consents: createDocument('consents', 'C_DB_M', 'Permetti i dati clinici?'),
})
const inHalfAnHour = () => Date.now() + 1_800_000

describe('REQ-CON-33: the consents on a device of the centre', () => {
  it('are read, answered, and confirmed with the code of the person who answers, and then forgotten', async () => {
    const sendCode = vi.fn(async () => ({ channel: 'mail' as const, againInSeconds: 60, validMinutes: 5 }))
    const answer = vi.fn(async () => ({ given: true as const }))
    serve({ deskConsents: { open: async () => desk(inHalfAnHour()), sendCode, answer } })
    const user = await openAt(`/consenso_ambulatorio#${secret}`)
    expect(await screen.findByText('Che cos’è il registro.')).toBeInTheDocument()
    await waitFor(() => expect(history.location.hash).toBe(''))
    await user.click(screen.getByRole('button', { name: 'Prosegui con le domande preliminari' }))
    for (const next of ['Prosegui con i consensi', 'Prosegui con la conferma']) {
      await user.click(await screen.findByRole('radio', { name: 'Sì' }))
      const forward = screen.queryByRole('button', { name: next }) ?? screen.getByRole('button', { name: /Avanti|Rileggi/ })
      await user.click(forward)
      const last = screen.queryByRole('button', { name: next })
      if (last) await user.click(last)
    }
    expect(await screen.findByRole('radio', { name: 'Marco Neri' })).toBeChecked()
    await user.click(screen.getByRole('button', { name: 'Manda il codice' }))
    await user.type(await screen.findByLabelText('Codice'), '123456')
    await user.click(screen.getByRole('button', { name: 'Conferma le risposte' }))
    expect(await screen.findByText('Le risposte sono registrate')).toBeInTheDocument()
    expect(sendCode).toHaveBeenCalledWith(expect.anything(), { secret, respondent: 7 }, expect.anything())
    expect(answer).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ secret, otp: '123456', consents: expect.objectContaining({ answers: { C_DB_M: true } }) }),
      expect.anything(),
    )
    expect(screen.queryByText(/Anna Verdi/)).toBeNull()
  })

  it('THREAT-72: a device that is left open forgets the answers when the link ends', async () => {
    serve({ deskConsents: { open: async () => desk(Date.now() + 300) } })
    await openAt(`/consenso_ambulatorio#${secret}`)
    expect(await screen.findByText('Il tempo è finito')).toBeInTheDocument()
    expect(screen.queryByText(/Anna Verdi/)).toBeNull()
  })

  it('an old link says what to do', async () => {
    serve({ deskConsents: { open: () => Promise.reject(new AppError('desk_link_ended')) } })
    await openAt(`/consenso_ambulatorio#${secret}`)
    expect(await screen.findByText(/Chiedi al centro di prepararne un altro/)).toBeInTheDocument()
  })
})
