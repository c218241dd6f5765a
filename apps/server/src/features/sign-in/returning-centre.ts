import { withTransaction } from '@registry/db/transaction'
import type { Deps } from '../../deps.ts'
import { findReturnRequest } from '../../jobs/return-requests.ts'
import { parsePatientName } from '../../auth/accounts.ts'
import { findCentreName } from './queries.ts'

type Needs = Pick<Deps, 'clock' | 'database' | 'env' | 'outbox' | 'encryption' | 'messages'>

const systemContext = { actor: '', via: 'system', scope: { kind: 'none' } } as const

/** Finds the name of the centre to which the holder of a link may return (REQ-PAT-06). */
export const findReturningCentre = (needs: Needs, username: string, secret: string): Promise<string | undefined> =>
  withTransaction(needs.database, systemContext, async (tx) => {
    const request = await findReturnRequest(needs, tx, parsePatientName(username).contact, secret)
    return request && findCentreName(tx, request.centre)
  })
