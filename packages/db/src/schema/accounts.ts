import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, code, moment } from '../column-types.ts'
import { patient } from './patients.ts'
import { staffUser } from './staff.ts'

/** What a person signs in with: of a staff user or of a patient, never of both (D6). */
export const account = pgTable(
  'account',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    staffUserId: integer('staff_user_id')
      .unique()
      .references(() => staffUser.id),
    patientId: integer('patient_id')
      .unique()
      .references(() => patient.id),
    passwordHash: text('password_hash'),
    passwordChangedAt: moment('password_changed_at'),
    temporaryHash: text('temporary_hash'),
    temporaryUntil: moment('temporary_until'),
  },
  () => [check('account_owner', sql`num_nonnulls(staff_user_id, patient_id) = 1`)],
)

/**
 * The contact of each patient account. It is pending until its holder has chosen a password, and then in use by that account alone:
 * several centres may invite the same contact, and none of them learns of the others (D5). Triggers keep it beside identity and account.
 */
export const signInContact = pgTable(
  'sign_in_contact',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** An e-mail, or a mobile with its prefix. */
    contact: text('contact').notNull(),
    inUse: boolean('in_use').notNull().default(false),
  },
  (table) => [
    uniqueIndex('sign_in_contact_in_use')
      .on(table.contact)
      .where(sql`in_use`),
    index('sign_in_contact_contact').on(table.contact),
  ],
)

/** The hashes a new password is compared with (D6: not one of the last five). */
export const passwordHistory = pgTable(
  'password_history',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    passwordHash: text('password_hash').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('password_history_account').on(table.accountId)],
)

/** The token itself is only in the browser; here stands its hash (D6). */
export const session = pgTable(
  'session',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    /** Under which the person's own list names it; the hash stays where it is. */
    id: integer('id').notNull().unique().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    site: code('site').notNull(),
    restricted: boolean('restricted').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    authenticatedAt: moment('authenticated_at').notNull().defaultNow(),
    endsAt: moment('ends_at').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    fromHost: text('from_host').notNull().default(''),
  },
  (table) => [index('session_account').on(table.accountId), check('session_site', sql`site IN ('staff', 'myconsent')`)],
)

/** A code sent by mail or SMS, bound to the browser that asked for it; one is live at a time (D6). */
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    browserHash: bytes('browser_hash').notNull(),
    codeHash: bytes('code_hash').notNull(),
    salt: bytes('salt').notNull(),
    expiresAt: moment('expires_at').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('one_time_code_live')
      .on(table.accountId)
      .where(sql`used_at IS NULL`),
    index('one_time_code_account').on(table.accountId, table.createdAt),
    index('one_time_code_browser').on(table.browserHash),
  ],
)

/** An invitation or a reset link: one use, only to choose a password (D5, D6). */
export const signInLink = pgTable(
  'sign_in_link',
  {
    secretHash: bytes('secret_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    purpose: code('purpose').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('sign_in_link_account').on(table.accountId), check('sign_in_link_purpose', sql`purpose IN ('invitation', 'reset')`)],
)

/** One limit of tries, counted by its theoretical arrival time in one atomic statement. */
export const rateLimit = pgTable('rate_limit', {
  key: code('key').primaryKey(),
  theoreticalArrivalAt: moment('theoretical_arrival_at').notNull(),
})

/**
 * Secrets missed in a row under one name, whether anybody has that name or not: were it a column of the account, the wait
 * after five failures would tell known names from unknown ones (D6, THREAT-12). A place that signed in to the name before has a row of its
 * own, so that strangers' failures do not hold it back. The key is a keyed hash, since people type passwords there.
 */
export const signInAttempt = pgTable('sign_in_attempt', {
  nameHash: bytes('name_hash').primaryKey(),
  failures: integer('failures').notNull(),
  /** Of the failures, how many the person was told of. */
  reportedFailures: integer('reported_failures').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull(),
})

/** Devices and addresses from which a name was signed in to in the last 30 days: strangers' failures do not keep them out (D3, D6). */
export const signInOrigin = pgTable(
  'sign_in_origin',
  {
    nameHash: bytes('name_hash').notNull(),
    originHash: bytes('origin_hash').notNull(),
    lastSuccessAt: moment('last_success_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.nameHash, table.originHash] })],
)
