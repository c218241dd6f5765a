import type { Caller, Patient } from '@registry/api-contract/caller'
import type { ConsentEvent, Consents, CurrentConsents } from '@registry/api-contract/consents'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import { sendDocument, shownDocument } from './documents.ts'
import { give } from './give.ts'
import { consentHistory, currentConsents, subjectOf } from './ledger.ts'
import { withdraw } from './withdrawal.ts'

const patientOf = ({ actor }: Caller): Patient => {
  if (actor.kind !== 'patient') throw new AppError('permission_denied')
  return actor
}

const sayRead = (by: Caller, columns: readonly string[]): void => by.reads(buildOwnReadTrace(patientOf(by).patientId, columns))

/** Which answers an answer holds; before the first there are none. */
const current = async (deps: Deps, by: Caller): Promise<CurrentConsents> => {
  const consents = await readTransaction(deps, by, (tx) => currentConsents(tx, patientOf(by).patientId))
  sayRead(by, Object.keys(consents.answers))
  return consents
}

const history = async (deps: Deps, by: Caller): Promise<ConsentEvent[]> => {
  const events = await readTransaction(deps, by, (tx) => consentHistory(tx))
  sayRead(by, [...new Set(events.map(({ field }) => field))])
  return events
}

/** General consents: texts, answers, the ledger and the way out (spec 1, /consenso; D8). */
export const consents = (deps: Deps): Consents => ({
  document: (by, kind) =>
    writeTransaction(deps, by, async (tx) =>
      sendDocument(tx, await subjectOf(tx, patientOf(by).patientId), 'myconsent', { kind, language: by.language }),
    ),
  current: (by) => current(deps, by),
  history: (by) => history(deps, by),
  give: (by, given) => writeTransaction(deps, by, (tx) => give(tx, by, given)),
  withdraw: async (by, { choice, password, shown }) => {
    const patient = patientOf(by)
    await deps.stepUp(by, password)
    await writeTransaction(deps, by, async (tx) => {
      if (shown) await shownDocument(tx, 'withdrawal', by.language, shown)
      await withdraw(deps, tx, by, patient, choice)
      by.note('withdrawal')
    })
    by.jar.clear('sid')
    by.jar.clear('pre')
  },
})
