import type { Transaction } from '@registry/db/transaction'
import { formatDay } from '@registry/domain/calendar'
import { languages } from '@registry/domain/language'
import { studyPatientMessages, type StudyPatientMessage } from '@registry/domain/messages/studies'
import type { Deps } from '../app/deps.ts'
import { wakeOutbox } from './outbox.ts'

type Needs = Pick<Deps, 'env' | 'messages'>
export type OpenStudy = { readonly id: string; readonly endDate: string }

/** The texts of one message in each language and channel. They are the same for all patients, so the database creates the messages. */
const buildTexts = ({ env, messages }: Needs, kind: StudyPatientMessage, { id, endDate }: OpenStudy): string => {
  const { subject, mail, sms } = studyPatientMessages[kind]
  const values = { link: `${env.MYCONSENT_ORIGIN}/pstudio/${encodeURIComponent(id)}`, day: formatDay(endDate) }
  return JSON.stringify(
    languages.flatMap((language) => [
      {
        language,
        channel: 'mail',
        subject: messages.format(subject, language, values),
        body: messages.format(mail, language, values),
      },
      { language, channel: 'sms', subject: '', body: messages.format(sms, language, values) },
    ]),
  )
}

/** Invites all approved candidates of an open study in one statement, and returns their number (REQ-STU-03, REQ-STU-16). */
export const inviteStudyPatients = async (needs: Needs, tx: Transaction, study: OpenStudy, today: string): Promise<number> => {
  const [invited] = await tx.sql<{ patients: number }[]>`
    SELECT invite_study_patients(${study.id}, ${today}, ${study.endDate}, ${buildTexts(needs, 'invitation', study)}::text::jsonb) AS patients`
  if (invited && invited.patients > 0) await wakeOutbox(tx)
  return invited?.patients ?? 0
}

/** Reminds the patients of an open study who have waited for a week. The transaction must have the role of the worker. */
export const remindStudyPatients = async (needs: Needs, tx: Transaction, study: OpenStudy, today: string): Promise<number> => {
  const [reminded] = await tx.sql<{ patients: number }[]>`
    SELECT remind_study_patients(${study.id}, ${today}, ${study.endDate}, ${buildTexts(needs, 'reminder', study)}::text::jsonb) AS patients`
  return reminded?.patients ?? 0
}
