import type { Caller } from '@registry/api-contract/caller'
import type { CommunicationTested } from '@registry/api-contract/communications'
import type { Transaction } from '@registry/db/transaction'
import { communicationTestLimit } from '@registry/domain/communications/limits'
import { fillGreeting } from '@registry/domain/communications/texts'
import { AppError } from '@registry/domain/error'
import { communicationTestMessages } from '@registry/domain/messages/communications'
import { consumeAttempt } from '../../auth/rate-limit.ts'
import type { Deps } from '../../app/deps.ts'
import { buildChannelTexts } from '../../jobs/communications/texts.ts'
import type { StoredCommunication } from './queries.ts'

type Person = { readonly email: string; readonly name: string; readonly surname: string }

/** The link in a test mail ends no newsletter. */
const testToken = 'prova'

const findOwnPerson = async ({ sql }: Transaction, { actor }: Caller): Promise<Person> => {
  const id = actor.kind === 'staff' ? actor.userId : 0
  const [person] = await sql<Person[]>`SELECT email, name, surname FROM staff_user WHERE id = ${id}`
  if (!person) throw new AppError('session_required')
  return person
}

/**
 * Sends a draft to its writer: one mail for each language, and one with the text of the SMS (REQ-COM-02). The greeting has the writer's own
 * name. @throws AppError too_many_attempts
 */
export const sendTest = async (
  deps: Pick<Deps, 'database' | 'env' | 'messages' | 'outbox'>,
  tx: Transaction,
  caller: Caller,
  communication: StoredCommunication,
): Promise<CommunicationTested> => {
  const { email, name, surname } = await findOwnPerson(tx, caller)
  const seconds = await consumeAttempt(deps.database, `communication test ${email}`, communicationTestLimit)
  if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
  for (const { language, channel, subject, body } of buildChannelTexts(deps, communication)) {
    const filled = fillGreeting(body, { name, surname, centre: 'Centro' }).replaceAll('{token}', testToken)
    const text = channel === 'mail' ? filled : deps.messages.format(communicationTestMessages.sms, language, { sms: filled })
    const shown = subject === '' ? communication.texts[language].subject : subject
    await deps.outbox.put(tx, {
      channel: 'mail',
      to: email,
      subject: deps.messages.format(communicationTestMessages.subject, language, { subject: shown }),
      text,
    })
  }
  await tx.sql`INSERT INTO communication_event (communication_id, actor, event) VALUES (${communication.id}, ${email}, 'tested')`
  caller.note(`communication ${communication.id}`)
  return { sentTo: email }
}
