import type { Caller } from '@registry/api-contract/caller'
import type { Children } from '@registry/api-contract/guardian'
import type { Services } from '@registry/api-contract/services'
import { AppError } from '@registry/domain/error'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { hashSessionToken } from '../../auth/accounts.ts'
import { changeContact } from './contact.ts'

type Done = { readonly done: boolean }
const requireDone = ([row]: readonly Done[]): void => {
  if (row?.done !== true) throw new AppError('permission_denied')
}

/** A guardian's patients, and the one for whom the session acts (REQ-GRD-02). */
export const guardian = (deps: Deps): Omit<Services['guardian'], 'stop' | 'takeBack'> => ({
  children: (caller: Caller) =>
    readTransaction(deps, caller, async ({ sql }) => [
      ...(await sql<Children>`
        SELECT child AS patient, name, centre, accepted, may_ask AS "mayAsk",
          CASE WHEN choice IS NOT NULL THEN jsonb_build_object('choice', choice, 'askedOn', asked_on, 'dueOn', due_on, 'own', own, 'missing', missing) END AS request
        FROM list_children(${hashSessionToken(caller)})`),
    ]),
  changeContact: changeContact(deps),
  actFor: (caller, { patient }) =>
    writeTransaction(deps, caller, async ({ sql }) =>
      requireDone(await sql<Done[]>`SELECT choose_session_child(${hashSessionToken(caller)}, ${patient}) AS done`),
    ),
  accept: (caller, { patient }) =>
    writeTransaction(deps, caller, async ({ sql }) =>
      requireDone(await sql<Done[]>`SELECT accept_child(${hashSessionToken(caller)}, ${patient}) AS done`),
    ),
  decline: (caller, { patient }) =>
    writeTransaction(deps, caller, async ({ sql }) =>
      requireDone(await sql<Done[]>`SELECT decline_child(${hashSessionToken(caller)}, ${patient}) AS done`),
    ),
})
