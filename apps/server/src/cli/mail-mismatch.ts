import { connect, type DatabaseAddress } from '@registry/db/connect'
import { alarmMessages } from '@registry/domain/messages/alarms'
import { raiseAlarm } from '../jobs/alarms.ts'
import { postgresOutbox } from '../jobs/outbox.ts'
import { loadMessages } from '../shared/messages.ts'

/** Mails the result of a failed verification to the GlobalAdmins, at most once a day (THREAT-47, THREAT-50). The server sends the mail. */
export const mailMismatch = async (owner: DatabaseAddress, lines: readonly string[]): Promise<void> => {
  const database = connect(owner, { max: 1, applicationName: 'registry verify' })
  try {
    const needs = { database, outbox: postgresOutbox, messages: await loadMessages() }
    await raiseAlarm(needs, { key: 'evidence', texts: alarmMessages.brokenEvidence, values: { problem: lines.join('\n') } })
  } finally {
    await database.end()
  }
}
