import { sql } from 'drizzle-orm'
import { check, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '@registry/domain/language'
import type { Sf36QuestionText, Sf36Scoring } from '@registry/domain/sf36/text'
import { code, moment } from '../column-types.ts'
import { patient } from './patients.ts'

export type Sf36Content = Readonly<Record<Language, readonly Sf36QuestionText[]>>

/**
 * A version of the health questionnaire in both languages: a wording of the SF-36, or other items without scores (REQ-PAT-13, decision
 * 0052). A version without a publication day is a draft. A published one never changes, because its answers are evidence for its words
 * only.
 */
export const sf36Version = pgTable(
  'sf36_version',
  {
    version: integer('version').primaryKey(),
    descriptionIt: text('description_it').notNull(),
    descriptionEn: text('description_en').notNull(),
    content: jsonb('content').$type<Sf36Content>().notNull(),
    /** The licence of an official wording. An SF-36 without it is a demonstration, and every page and print shows that. */
    licence: text('licence'),
    /** A version with SF-36 scoring has the published structure. */
    scoring: code('scoring').$type<Sf36Scoring>().notNull().default('sf36'),
    /** The number of options and of sub-questions of each item. Set by trigger, like the hashes of the content. */
    shape: jsonb('shape').$type<readonly (readonly [options: number, questions: number])[]>().notNull(),
    publishedAt: moment('published_at'),
    hashIt: code('hash_it').notNull(),
    hashEn: code('hash_en').notNull(),
    /** Null for the wording of the installation. Set by trigger, like the next three. */
    publishedBy: text('published_by'),
    /** Counts the saves of a draft. */
    saves: integer('saves').notNull().default(1),
    changedAt: moment('changed_at').notNull().defaultNow(),
    changedBy: text('changed_by'),
    /** The parts that the last save changed, as named by `listChangedParts` of the domain. */
    changedParts: text('changed_parts')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  () => [
    // Allows one draft at a time (REQ-PAT-21).
    uniqueIndex('sf36_version_draft')
      .on(sql`(published_at IS NULL)`)
      .where(sql`published_at IS NULL`),
    check('sf36_version_scoring', sql`scoring IN ('sf36', 'none')`),
    check('sf36_version_limits', sql`length(description_it) <= 80 AND length(description_en) <= 80 AND length(licence) BETWEEN 1 AND 80`),
  ],
)

/**
 * A questionnaire that a patient filled in, with its wording, answers and, for the SF-36, scores (REQ-PAT-13). Rows never change; a
 * withdrawal with v2 or v3 deletes them (REQ-CON-10).
 */
export const sf36Response = pgTable(
  'sf36_response',
  {
    patientId: integer('patient_id')
      .notNull()
      .references(() => patient.id),
    /** Chosen by the program that sends the answers, so that a repeated request stores them once. */
    key: uuid('key').notNull(),
    filledAt: moment('filled_at').notNull().defaultNow(),
    version: integer('version')
      .notNull()
      .references(() => sf36Version.version),
    language: code('language').notNull(),
    /** The hash of the words that the patient saw. Set by trigger. */
    shownHash: code('shown_hash').notNull(),
    answers: jsonb('answers').$type<readonly (number | readonly number[])[]>().notNull(),
    pf: doublePrecision('pf'),
    rp: doublePrecision('rp'),
    bp: doublePrecision('bp'),
    gh: doublePrecision('gh'),
    vt: doublePrecision('vt'),
    sf: doublePrecision('sf'),
    re: doublePrecision('re'),
    mh: doublePrecision('mh'),
    ht: doublePrecision('ht'),
  },
  (table) => [
    primaryKey({ name: 'sf36_response_pkey', columns: [table.patientId, table.key] }),
    index('sf36_response_latest').on(table.patientId, table.filledAt),
    check('sf36_response_language', sql`language IN ('it', 'en')`),
    check(
      'sf36_response_scores',
      sql`least(pf, rp, bp, gh, vt, sf, re, mh, ht) >= 0 AND greatest(pf, rp, bp, gh, vt, sf, re, mh, ht) <= 100`,
    ),
  ],
)

/** The wording that an old program last received for the patient, because its answers name no version (REQ-PAT-13). */
export const sf36TextSent = pgTable(
  'sf36_text_sent',
  {
    patientId: integer('patient_id')
      .primaryKey()
      .references(() => patient.id),
    version: integer('version')
      .notNull()
      .references(() => sf36Version.version),
    language: code('language').notNull(),
  },
  () => [check('sf36_text_sent_language', sql`language IN ('it', 'en')`)],
)
