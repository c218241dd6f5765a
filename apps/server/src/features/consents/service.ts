import type { Caller, Patient } from '@registry/api-contract/caller'
import type { Consents } from '@registry/api-contract/consents'
import { Refusal } from '@registry/domain/fault'
import type { Deps } from '../../deps.ts'
import { reading, transact } from '../../edge/operation.ts'
import { publishedDocument } from './documents.ts'
import { give } from './give.ts'
import { consentHistory, currentConsents } from './ledger.ts'
import { withdraw } from './withdrawal.ts'

const patientOf = ({ actor }: Caller): Patient => {
  if (actor.kind !== 'patient') throw new Refusal('permission_denied')
  return actor
}

/** General consents: texts, answers, the ledger and the way out (spec 1, /consenso; D8). */
export const consents = (deps: Deps): Consents => ({
  document: (by, kind) => reading(deps, by, (tx) => publishedDocument(tx, kind, by.language)),
  current: (by) => reading(deps, by, (tx) => currentConsents(tx, patientOf(by).patientId)),
  history: (by) => reading(deps, by, (tx) => consentHistory(tx, by.language)),
  give: (by, given) => transact(deps, by, (tx) => give(tx, by, given)),
  withdraw: async (by, { choice, password }) => {
    const patient = patientOf(by)
    await deps.stepUp(by, password)
    await transact(deps, by, async (tx) => {
      await withdraw(deps, tx, by, patient, choice)
      by.note(`withdrawal ${choice}`)
    })
    by.jar.clear('sid')
    by.jar.clear('pre')
  },
})
