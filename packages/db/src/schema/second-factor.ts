import { char, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { bytes, moment } from '../column-types.ts'
import { account } from './accounts.ts'

/** The authenticator app of a staff user (REQ-ACC-01). The key of its encrypted secret is not in the database (decision 0017). */
export const secondFactor = pgTable('second_factor', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  encryptedSecret: bytes('encrypted_secret').notNull(),
  /** The 30-second step of the last accepted code, so each code is valid once (RFC 6238, 5.2). */
  lastStep: integer('last_step').notNull(),
  confirmedAt: moment('confirmed_at').notNull().defaultNow(),
})

/** A secret that the person has not confirmed with a code. An existing app stays valid until then. */
export const secondFactorEnrolment = pgTable('second_factor_enrolment', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => account.id, { onDelete: 'cascade' }),
  encryptedSecret: bytes('encrypted_secret').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** A single-use code for a lost app. Its first letter identifies it among the ten, so a check computes one hash. */
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

/** A sign-in between the correct password and the code, bound to the browser with the token (REQ-ACC-01, THREAT-15). */
export const signInChallenge = pgTable(
  'sign_in_challenge',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The account's hash of the used temporary password, or null for the chosen password. */
    temporaryPasswordHash: text('temporary_password_hash'),
    /** The hash to store after the code: of the used temporary password, or of the same password with new parameters. */
    passwordHashToStore: text('password_hash_to_store'),
    failures: integer('failures').notNull().default(0),
    attempts: smallint('attempts').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sign_in_challenge_account').on(table.accountId)],
)
