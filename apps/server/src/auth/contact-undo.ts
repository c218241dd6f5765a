import { contactUndoDays } from '@registry/domain/access/sign-in-policy'
import type { Transaction } from '@registry/db/transaction'
import type { Deps } from '../app/deps.ts'
import type { Account } from './accounts.ts'
import { sendNotice } from './notices.ts'
import { createToken, hashToken } from './tokens.ts'

/** A link that undoes a change of a sign-in contact (REQ-PAT-20). The times are ISO strings. The database has only a hash of the link's secret. */
export type ContactUndo = { readonly secret: string; readonly hash: Buffer; readonly now: string; readonly expiresAt: string }

export const createContactUndo = ({ clock }: Pick<Deps, 'clock'>): ContactUndo => {
  const secret = createToken()
  const now = clock()
  const expiresAt = new Date(now.getTime() + contactUndoDays * 86_400_000)
  return { secret, hash: hashToken(secret), now: now.toISOString(), expiresAt: expiresAt.toISOString() }
}

/**
 * Sends the link to the previous contact. The notice does not contain the new contact (THREAT-18). The secret is in the fragment, so no
 * server logs it (THREAT-36).
 */
export const sendContactChanged = (
  needs: Pick<Deps, 'env' | 'messages' | 'outbox'>,
  tx: Transaction,
  previous: Account,
  { secret, expiresAt }: ContactUndo,
): Promise<void> => {
  const link = `${needs.env.MYCONSENT_ORIGIN}/annulla_recapito#${secret}`
  return sendNotice(needs, tx, previous, 'contactChanged', { link, days: contactUndoDays }, new Date(expiresAt))
}
