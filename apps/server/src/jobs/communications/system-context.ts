import type { TransactionContext } from '@registry/db/transaction'

export const systemContext: TransactionContext = { actor: '', via: 'system', scope: { kind: 'none' } }
