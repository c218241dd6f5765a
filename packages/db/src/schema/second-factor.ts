import { char, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { bytes, moment } from '../column-types.ts'
import { account } from './accounts.ts'

/** The authenticator app of a staff user (D6). Its secret is sealed with a key that the database does not hold (decision 0017). */
export const secondFactor = pgTable('second_factor', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  encryptedSecret: bytes('encrypted_secret').notNull(),
  /** The 30-second step of the last code that was taken: no code counts twice (RFC 6238, 5.2). */
  lastStep: integer('last_step').notNull(),
  confirmedAt: moment('confirmed_at').notNull().defaultNow(),
})

/** A secret that was shown and not yet confirmed by a code; an app that is there keeps holding until it is. */
export const secondFactorOffer = pgTable('second_factor_offer', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  encryptedSecret: bytes('encrypted_secret').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** A code for whoever lost the app, for one use; its first letter says which of the ten it is, so that one hash is looked at. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    letter: char('letter', { length: 1 }).notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [unique('recovery_code_letter').on(table.accountId, table.letter)],
)

/** A staff user whose password was right and who still owes the code, in the browser that has the token (D6, THREAT-15). */
export const signInChallenge = pgTable(
  'sign_in_challenge',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The temporary password that was shown, as it is kept in the account; null where it was the chosen one. */
    temporaryHash: text('temporary_hash'),
    /** The hash to keep when the code has come: of a used temporary password, or renewed. */
    newHash: text('new_hash'),
    failures: integer('failures').notNull().default(0),
    attempts: smallint('attempts').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_in_challenge_account').on(table.accountId)],
)
