import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '@registry/domain/language'
import { code, moment } from '../column-types.ts'

/** One part of a consent document: a heading, a paragraph, or a question with its options (spec 1, section 3). */
export type DocumentPoint =
  | { readonly type: 'title' | 'text'; readonly text: string }
  | { readonly type: 'radio'; readonly text: string; readonly options: readonly string[]; readonly field: string }

export type DocumentKind = 'information' | 'preliminary' | 'consents'
export type DocumentContent = Readonly<Record<Language, readonly DocumentPoint[]>>

/** A published text is never changed: a new wording is a new version (D8). */
export const consentDocument = pgTable(
  'consent_document',
  {
    kind: code('kind').$type<DocumentKind>().notNull(),
    version: integer('version').notNull(),
    publishedAt: moment('published_at').notNull().defaultNow(),
    needsNewAnswer: boolean('needs_new_answer').notNull().default(false),
    content: jsonb('content').$type<DocumentContent>().notNull(),
    hashIt: code('hash_it').notNull(),
    hashEn: code('hash_en').notNull(),
  },
  (table) => [
    primaryKey({ name: 'consent_document_pkey', columns: [table.kind, table.version] }),
    check('consent_document_kind', sql`kind IN ('information', 'preliminary', 'consents')`),
  ],
)

/** The ledger of consents: every answer for ever, in the order given (D8). */
export const consentEvent = pgTable(
  'consent_event',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    subject: uuid('subject').notNull(),
    at: moment('at').notNull().defaultNow(),
    field: code('field').notNull(),
    answer: jsonb('answer').$type<boolean | number | string>().notNull(),
    kind: code('kind').$type<DocumentKind>(),
    version: integer('version'),
    language: code('language'),
    shownHash: code('shown_hash'),
    channel: code('channel').notNull(),
    actor: code('actor').notNull(),
    fromHost: code('from_host').notNull().default(''),
    requestId: code('request_id').notNull().default(''),
  },
  (table) => [
    index('consent_event_subject').on(table.subject, table.id),
    foreignKey({
      name: 'consent_event_document',
      columns: [table.kind, table.version],
      foreignColumns: [consentDocument.kind, consentDocument.version],
    }),
    check('consent_event_channel', sql`channel IN ('patient', 'centre', 'service', 'system')`),
    check('consent_event_answer', sql`jsonb_typeof(answer) IN ('boolean', 'number', 'string')`),
    // An answer is evidence only together with the text it was given to.
    check('consent_event_evidence', sql`field IN ('C_DB', 'C_DB_NO_NOTIFICATION') OR num_nulls(kind, version, language, shown_hash) = 0`),
  ],
)
