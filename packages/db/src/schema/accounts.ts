import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, code, moment } from '../column-types.ts'
import { guardian } from './guardians.ts'
import { patient } from './patients.ts'
import { staffUser } from './staff.ts'

/** The credentials of one staff user, or of one patient, guardian or both (REQ-ACC-01, REQ-ACC-03, REQ-GRD-01). */
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
    guardianId: integer('guardian_id')
      .unique()
      .references(() => guardian.id),
    passwordHash: text('password_hash'),
    passwordChangedAt: moment('password_changed_at'),
    temporaryPasswordHash: text('temporary_password_hash'),
    temporaryPasswordUntil: moment('temporary_password_until'),
    /** The last sign-in of a staff user. The database keeps none of patients. */
    lastSignInAt: moment('last_sign_in_at'),
    /** The moment of an invitation that came later than the registration: of a patient whom an import brought in. */
    invitedAt: moment('invited_at'),
  },
  () => [
    check('account_owner', sql`(staff_user_id IS NULL) = (num_nonnulls(patient_id, guardian_id) > 0)`),
    check('account_sign_in_of_staff', sql`last_sign_in_at IS NULL OR staff_user_id IS NOT NULL`),
  ],
)

/**
 * The sign-in contact of each account of a patient or guardian. A contact is pending until the patient chooses a password. Several centres can invite one
 * contact without learning of each other; one account uses it (REQ-PAT-02, REQ-PAT-03). Triggers derive it from identity, guardian and account.
 */
export const signInContact = pgTable(
  'sign_in_contact',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** An e-mail address, or a mobile number with its prefix. */
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

/** Previous password hashes. A new password differs from the last five (REQ-ACC-08). */
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

/** A session. Only the browser has the token; the database stores its hash (REQ-ACC-16). */
export const session = pgTable(
  'session',
  {
    tokenHash: bytes('token_hash').primaryKey(),
    /** Identifies the session in the person's own list, because the hash is never sent (REQ-ACC-23). */
    id: integer('id').notNull().unique().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    site: code('site').notNull(),
    /** The patient whom a guardian chose for this session (REQ-GRD-02). */
    actingFor: integer('acting_for').references(() => patient.id, { onDelete: 'set null' }),
    /** The centre that a CenterAdmin of several centres chose for this session (REQ-IMP-09). */
    centreCode: code('centre_code'),
    restricted: boolean('restricted').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    /** The last check of password or code (REQ-ACC-21). */
    authenticatedAt: moment('authenticated_at').notNull().defaultNow(),
    /** The time of the session's last one-time code, at the sign-in or to open the patient's record (REQ-PAT-26). */
    codeCheckedAt: moment('code_checked_at'),
    endsAt: moment('ends_at').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    ipAddress: text('ip_address').notNull().default(''),
  },
  (table) => [index('session_account').on(table.accountId), check('session_site', sql`site IN ('staff', 'myconsent')`)],
)

/**
 * A code sent by mail or SMS, to sign in, to confirm a new contact (REQ-PAT-10) or to open the patient's record (REQ-PAT-26). It is bound to the
 * browser or session that requested it.
 * Each purpose has one live code (REQ-ACC-05, REQ-ACC-06).
 */
export const oneTimeCode = pgTable(
  'one_time_code',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    purpose: code('purpose').notNull().default('sign_in'),
    browserHash: bytes('browser_hash').notNull(),
    codeHash: bytes('code_hash').notNull(),
    salt: bytes('salt').notNull(),
    expiresAt: moment('expires_at').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('one_time_code_purpose', sql`purpose IN ('sign_in', 'contact', 'record')`),
    uniqueIndex('one_time_code_live')
      .on(table.accountId, table.purpose)
      .where(sql`used_at IS NULL`),
    index('one_time_code_account').on(table.accountId, table.createdAt),
    index('one_time_code_browser').on(table.browserHash),
  ],
)

/** An invitation or a reset link. It can be used once, to choose a password (REQ-PAT-08, REQ-ACC-12). */
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

/**
 * A change of the sign-in contact that the holder of the previous contact can undo for seven days (REQ-PAT-20). Of a patient it refers to
 * the identity version with the previous contact. A guardian has no versions, so it stores the contact. The id gives the order of the changes.
 */
export const contactChange = pgTable(
  'contact_change',
  {
    id: integer('id').notNull().unique().generatedAlwaysAsIdentity(),
    secretHash: bytes('secret_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    formerMode: code('former_mode').notNull(),
    formerVersion: integer('former_version'),
    formerContact: text('former_contact'),
    /** Whether the centre corrected the contact, and the new one confirmed it (REQ-PAT-24). */
    byCentre: boolean('by_centre').notNull().default(false),
    changedAt: moment('changed_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('contact_change_account').on(table.accountId),
    check('contact_change_former', sql`num_nonnulls(former_version, former_contact) = 1`),
    check('contact_change_mode', sql`former_mode IN ('Email', 'Mobile')`),
    check('contact_change_days', sql`expires_at > changed_at AND expires_at <= changed_at + interval '7 days'`),
    check('contact_change_secret', sql`octet_length(secret_hash) = 32`),
  ],
)

/**
 * A sign-in contact that a centre corrected and whose holder has not confirmed it yet (REQ-PAT-24). An account has one at most. It ends with the
 * account, so a withdrawal removes it.
 */
export const contactCorrection = pgTable(
  'contact_correction',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The secret of the link to the new contact. */
    secretHash: bytes('secret_hash').notNull().unique(),
    /** The secret of the link to the current contact, which declines the correction and later undoes the change. */
    undoHash: bytes('undo_hash').notNull().unique(),
    loginMode: code('login_mode').notNull(),
    email: text('email'),
    mobilePrefix: code('mobile_prefix'),
    mobile: code('mobile'),
    actor: code('actor').notNull(),
    source: code('source').notNull(),
    reason: text('reason'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  () => [
    check('contact_correction_mode', sql`login_mode IN ('Email', 'Mobile')`),
    check('contact_correction_contact', sql`CASE login_mode WHEN 'Email' THEN email ELSE mobile_prefix || mobile END IS NOT NULL`),
    check('contact_correction_secrets', sql`octet_length(secret_hash) = 32 AND octet_length(undo_hash) = 32`),
  ],
)

/** One rate limit, counted with GCRA in one atomic statement (REQ-ACC-10). */
export const rateLimit = pgTable('rate_limit', {
  key: code('key').primaryKey(),
  theoreticalArrivalAt: moment('theoretical_arrival_at').notNull(),
})

/**
 * Consecutive failures under one sign-in name, known or unknown. A counter in the account would reveal which names exist (REQ-ACC-09,
 * THREAT-12). A known origin of the name has its own row, so failures of others do not delay it (REQ-ACC-10). The key is a keyed hash,
 * because people type passwords into the name field.
 */
export const signInAttempt = pgTable('sign_in_attempt', {
  nameHash: bytes('name_hash').primaryKey(),
  failures: integer('failures').notNull(),
  /** The failures that a mail to the person already reported. */
  reportedFailures: integer('reported_failures').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull(),
})

/** Devices and addresses with a successful sign-in to a name in the last 30 days. Failures of others do not delay them (REQ-ACC-10, REQ-IMP-10). */
export const signInOrigin = pgTable(
  'sign_in_origin',
  {
    nameHash: bytes('name_hash').notNull(),
    originHash: bytes('origin_hash').notNull(),
    lastSuccessAt: moment('last_success_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.nameHash, table.originHash] })],
)
