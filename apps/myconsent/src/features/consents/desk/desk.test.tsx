import { AppError } from '@registry/domain/error'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { history } from '../../../app/shell.ts'
import { consentDocuments } from '../../../testing/consents.ts'
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
const mother = { respondent: 7, assent: false, name: 'Marta Neri', codeTo: 'Marta Neri', contact: 'm…@example.org' }
const child = { ...mother, assent: true, name: 'Anna Verdi' }
const desk = (endsAt: number) => ({
  name: 'Anna Verdi',
  endsAt: new Date(endsAt).toISOString(),
  respondents: [mother],
  assentText: null,
  information: { ...createDocument('information', 'X', 'x'), paragraphs: [{ type: 'text' as const, text: 'Che cos’è il registro.' }] },
  preliminary: createDocument('preliminary', 'P_READ', 'Hai letto le informazioni?'),
  consents: createDocument('consents', 'C_DB_M', 'Permetti i dati clinici?'),
})
const inHalfAnHour = () => Date.now() + 1_800_000
const sendCode = () => vi.fn(async () => ({ channel: 'mail' as const, againInSeconds: 60, validMinutes: 5 }))
type User = Awaited<ReturnType<typeof openAt>>

const answerYes = async (user: User): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Prosegui con le domande preliminari' }))
  for (const next of ['Prosegui con i consensi', 'Prosegui con la conferma']) {
    await user.click(await screen.findByRole('radio', { name: 'Sì' }))
    const forward = screen.queryByRole('button', { name: next }) ?? screen.getByRole('button', { name: /Avanti|Rileggi/ })
    await user.click(forward)
    const last = screen.queryByRole('button', { name: next })
    if (last) await user.click(last)
  }
}
const confirm = async (user: User): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: 'Manda il codice' }))
  await user.type(await screen.findByLabelText('Codice'), '123456')
  await user.click(screen.getByRole('button', { name: 'Conferma le risposte' }))
}

describe('REQ-CON-33: the consents on a device of the centre', () => {
  it('are read, answered, and confirmed with the code of the person who answers, and then forgotten', async () => {
    const send = sendCode()
    const answer = vi.fn(async () => ({ waiting: false, asksAssent: false }))
    serve({ deskConsents: { open: async () => desk(inHalfAnHour()), sendCode: send, answer } })
    const user = await openAt(`/consenso_ambulatorio#${secret}`)
    expect(await screen.findByText('Che cos’è il registro.')).toBeInTheDocument()
    await waitFor(() => expect(history.location.hash).toBe(''))
    expect(screen.getByRole('radio', { name: 'Marta Neri' })).toBeChecked()
    await answerYes(user)
    await confirm(user)
    expect(await screen.findByText('Le risposte sono registrate')).toBeInTheDocument()
    expect(screen.queryByText('Manca una firma')).toBeNull()
    expect(send).toHaveBeenCalledWith(expect.anything(), { secret, respondent: 7 }, expect.anything())
    expect(answer).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ secret, otp: '123456', assent: false, consents: expect.objectContaining({ answers: { C_DB_M: true } }) }),
      expect.anything(),
    )
    expect(screen.queryByText(/Anna Verdi/)).toBeNull()
  })

  it('REQ-GRD-03: say that the other guardian and the child have not answered yet', async () => {
    serve({
      deskConsents: {
        open: async () => desk(inHalfAnHour()),
        sendCode: sendCode(),
        answer: async () => ({ waiting: true, asksAssent: true }),
      },
    })
    const user = await openAt(`/consenso_ambulatorio#${secret}`)
    await screen.findByText('Che cos’è il registro.')
    await answerYes(user)
    await confirm(user)
    expect(await screen.findByText('Manca una firma')).toBeInTheDocument()
    expect(screen.getByText('Manca la risposta del minore')).toBeInTheDocument()
  })

  it('REQ-GRD-03: a child reads a text of their own, and confirms with the code of a guardian', async () => {
    const send = sendCode()
    const answer = vi.fn(async () => ({ waiting: false, asksAssent: false }))
    const family = { ...desk(inHalfAnHour()), respondents: [mother, child], assentText: consentDocuments.assent_child }
    serve({ deskConsents: { open: async () => family, sendCode: send, answer } })
    const user = await openAt(`/consenso_ambulatorio#${secret}`)
    expect(await screen.findByRole('radio', { name: 'Marta Neri' })).toBeChecked()
    expect(screen.queryByText('Queste righe sono per te.')).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Anna Verdi', description: /Dice che cosa ne pensa. Il codice va a Marta Neri/ }))
    expect(screen.getByText('Queste righe sono per te.')).toBeInTheDocument()
    await answerYes(user)
    await confirm(user)
    expect(await screen.findByText('Le risposte sono registrate')).toBeInTheDocument()
    expect(screen.getByText('Decidono i genitori o i tutori')).toBeInTheDocument()
    expect(send).toHaveBeenCalledWith(expect.anything(), { secret, respondent: 7 }, expect.anything())
    expect(answer).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ assent: true, assentText: { version: 1, hash: 'assent-child-1' } }),
      expect.anything(),
    )
  })

  it('nobody with a contact can answer, which shows before the questions', async () => {
    serve({ deskConsents: { open: async () => ({ ...desk(inHalfAnHour()), respondents: [] }) } })
    await openAt(`/consenso_ambulatorio#${secret}`)
    expect(await screen.findByText(/Usa il modulo su carta/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Prosegui/ })).toBeNull()
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
