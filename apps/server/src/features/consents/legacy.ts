import { withdrawalChoices, type ConsentDocument, type Withdrawal } from '@registry/api-contract/consents'
import { listQuestions, type Answers, type ConsentPoint } from '@registry/domain/consent/points'
import { AppError } from '@registry/domain/error'
import { alias, byAction, noInput, operation, single, type LegacyRoute } from '../../http/legacy/route.ts'
import type { LegacyFields } from '../../http/legacy/fields.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { giveConsentsByLegacyClient, sendToLegacyClient } from './give-legacy.ts'
import { consents } from './service.ts'

const kinds = { title: 'titolo', text: 'testo', radio: 'radio' } as const

/** A point in the names of spec 1, section 3. */
const formatPoint = (point: ConsentPoint) => {
  const { type, text } = point
  const shared = { tipo: kinds[type], testo: text }
  return point.type === 'radio' ? { ...shared, risposte: point.options, nome_campo: point.field } : shared
}

const formatDocument = ({ version, hash, points }: ConsentDocument) => ({ version, hash, points: points.map(formatPoint) })

/** The answers that a body holds: truth values where there are two options, the option's number where there are more; an empty one was not given. */
const parseAnswers = (fields: LegacyFields, points: readonly ConsentPoint[]): Answers => {
  const given = listQuestions(points).flatMap(({ field, options }) => {
    const answer = options.length === 2 ? fields.flag(field) : fields.integer(field)
    return answer === undefined ? [] : [[field, answer] as const]
  })
  return Object.fromEntries(given)
}

const parseChoice = (fields: LegacyFields): Withdrawal['choice'] | undefined => {
  const written = fields.text('C_DB_NO_NOTIFICATION')?.trim()
  if (written === undefined || written === '') return undefined
  const choice = withdrawalChoices.find((one) => one === written)
  if (!choice) throw new AppError('validation_failed', undefined, { C_DB_NO_NOTIFICATION: { code: 'withdrawal_choice_required' } })
  return choice
}

/** The preliminary questions of an old client: that they were sent is kept, since their answers may never arrive (decision 0012). */
const text = operation({ permission: 'consents:own', command: 'consent', action: 'GET' }, async (caller, { deps, fields }) => {
  if (fields.text('id') !== 'pre_consent1') throw new AppError('consent_document_unknown')
  const document = await writeTransaction(deps, caller, (tx) => sendToLegacyClient(tx, caller, 'preliminary'))
  return { rows: [formatDocument(document)] }
})

/** The consent points, and beside them the choices of a withdrawal, so that an old client can show them in the registry's own words (D8). */
const points = operation({ permission: 'consents:own', command: 'GetConsentPoints', action: '' }, (caller, { deps }) =>
  writeTransaction(deps, caller, async (tx) => ({
    consent: formatDocument(await sendToLegacyClient(tx, caller, 'consents')),
    withdrawal: formatDocument(await sendToLegacyClient(tx, caller, 'withdrawal')),
  })),
)

/**
 * An old client asks the preliminary questions itself and sends only the answers to the consents, or the choice of a withdrawal.
 * It knows no versions: its answers count for the texts that it fetched, the preliminary ones before (decision 0012).
 */
const update = operation({ permission: 'consents:own', command: 'UpdateConsents', action: '' }, async (caller, { deps, fields }) => {
  const choice = parseChoice(fields)
  if (choice) await consents(deps).withdraw(caller, { choice, password: fields.text('password') })
  else
    await writeTransaction(deps, caller, (tx) =>
      giveConsentsByLegacyClient(tx, caller, (document) => parseAnswers(fields, document.points)),
    )
  return {}
})

export const consentsLegacy: readonly LegacyRoute[] = [
  byAction('POST', '/consent', { GET: text }),
  single('POST', '/patient/GetConsentPoints', points),
  single(
    'POST',
    '/patient/GetConsents',
    alias(
      (api) => api.consents.current,
      noInput,
      ({ answers }) => ({ consents: answers }),
    ),
  ),
  single('POST', '/patient/UpdateConsents', update),
]
