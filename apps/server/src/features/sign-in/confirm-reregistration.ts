import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { Deps } from '../../app/deps.ts'
import { setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { findReregistrationRequest } from '../../jobs/reregistration-requests.ts'
import { parsePatientName } from '../../auth/accounts.ts'
import { openLink } from './links.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { hashToken } from '../../auth/tokens.ts'

type Needs = Pick<Deps, 'clock' | 'database' | 'env' | 'outbox' | 'encryption' | 'messages'>

const registerAgain = (needs: Needs, caller: Caller, username: string, secret: string): Promise<void> =>
  writeTransaction(needs, caller, async (tx) => {
    const request = await findReregistrationRequest(needs, tx, parsePatientName(username).contact, secret)
    if (!request) return
    const [registered] = await tx.sql<{ patient_id: number }[]>`
      SELECT patient_id FROM complete_reregistration_request(${hashToken(secret)}, ${needs.clock().toISOString()}, ${request.centre}, ${tx.sql.json(request)})`
    if (!registered) return
    setCallerIdentity(caller, { kind: 'restricted', person: { kind: 'patient', patientId: registered.patient_id } })
    caller.note(`comes back to center ${request.centre}`)
  })

/** Registers the person again, deletes their fingerprints, and opens the link like an invitation (REQ-PAT-06). */
export const confirmReregistration =
  (deps: SignInDeps): Services['signIn']['confirmReregistration'] =>
  async (caller, link) => {
    if (caller.site === 'myconsent') await registerAgain(deps, caller, link.username, link.password)
    return openLink(deps)(caller, link)
  }
