import type { Database } from '@registry/db/connect'
import { asRole, inContext, type Transaction } from '@registry/db/transaction'

/**
 * One transaction with the rights of the sign-in: accounts, sessions, codes, links and contacts, and nothing of patients
 * beyond them. Nobody is signed in yet, so it stands for nobody.
 */
export const withSignInRights = <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  inContext(database, { actor: '', via: 'system', scope: { kind: 'none' } }, (tx) => signInRights(tx, work))

/** The same inside a transaction that also does other things. */
export const signInRights = <T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> => asRole(tx, 'registry_sign_in', work)
