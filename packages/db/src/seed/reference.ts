import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TransactionSql } from 'postgres'
import { followUpSettings } from '@registry/domain/indicators/indicators'
import { guardianSettings } from '@registry/domain/guardians/settings'
import { recordSettings } from '@registry/domain/my-record/delay'
import { observationSettings } from '@registry/domain/observations/value-sources'
import { notificationLimitSettings } from '@registry/domain/messages/limits'
import { connect, type Database, type DatabaseAddress, type RegistryTypes } from '../connect.ts'
import { seedConsentDocuments } from './consent-documents.ts'
import { demonstrationIt } from './sf36/demonstration.it.ts'
import { demonstrationEn } from './sf36/demonstration.en.ts'

/**
 * Publishes the demonstration wording, unless the database has a version. The official wording is licensed and therefore not part of the
 * project (REQ-PAT-13).
 */
const seedSf36 = async (database: Database): Promise<void> => {
  await database`
    INSERT INTO sf36_version (version, description_it, description_en, content, published_at)
    SELECT 1, 'Questionario sulla salute, testo dimostrativo', 'Health questionnaire, demonstration text',
      ${database.json({ it: demonstrationIt, en: demonstrationEn })}, now()
    WHERE NOT EXISTS (SELECT FROM sf36_version)`
}

/** The keys and default values of the global configuration (REQ-ADM-08). */
const defaultSettings = {
  password_day_duration: '0',
  password_min_strength: '3',
  otp_minute_duration: '5',
  staff_totp_required: 'false',
  anonymous_publish_days: '30',
  ...guardianSettings,
  ...recordSettings,
  ...observationSettings,
  ...notificationLimitSettings,
  ...followUpSettings,
} as const

/** Initial values of an installation that differ from the defaults. Existing values stay. */
export type FirstSettings = Partial<Record<keyof typeof defaultSettings, string>>

const seedSettings = async (database: Database, first: FirstSettings = {}): Promise<void> => {
  const rows = Object.entries({ ...defaultSettings, ...first }).map(([key, value]) => ({ key, value }))
  await database`INSERT INTO setting ${database(rows)} ON CONFLICT DO NOTHING`
}

type Sql = TransactionSql<RegistryTypes>

const directory = join(import.meta.dirname, '..', '..', 'seed', 'reference')

/** Copies a CSV file into a temporary table `incoming` and numbers its rows. */
const copyToTemporaryTable = async (sql: Sql, file: string, columns: string): Promise<void> => {
  const definitions = columns.split(', ').map((column) => `${column} text`)
  await sql.unsafe(
    `CREATE TEMPORARY TABLE incoming (position integer GENERATED ALWAYS AS IDENTITY, ${definitions.join(', ')}) ON COMMIT DROP`,
  )
  await pipeline(
    createReadStream(file),
    await sql.unsafe(`COPY incoming (${columns}) FROM STDIN WITH (FORMAT csv, HEADER match)`).writable(),
  )
}

const seedGeotree = async (sql: Sql, file: string): Promise<void> => {
  const [found] = await sql`SELECT FROM geotree LIMIT 1`
  if (found) return
  await copyToTemporaryTable(sql, file, 'id, parent, level, leaf, trans_it, trans_en, trans_fr, trans_pt')
  await sql`
    INSERT INTO geotree (id, parent, level, leaf, position, trans_it, trans_en, trans_fr, trans_pt)
    SELECT id, parent, level::integer, leaf::boolean, position, trans_it, trans_en, trans_fr, trans_pt FROM incoming ORDER BY position`
}

const seedTable = async (sql: Sql, file: string, table: string): Promise<void> => {
  const [found] = await sql`SELECT FROM reference_value WHERE table_name = ${table} LIMIT 1`
  if (found) return
  await copyToTemporaryTable(sql, file, 'id, trans_it, trans_en, trans_fr, trans_pt, extra')
  await sql`
    INSERT INTO reference_value (table_name, id, position, trans_it, trans_en, trans_fr, trans_pt, extra)
    SELECT ${table}, id, position, trans_it, trans_en, trans_fr, trans_pt, coalesce(extra::jsonb, '{}') FROM incoming`
}

const seedTables = async (database: Database): Promise<void> => {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.csv')).toSorted()
  for (const file of files) {
    const table = basename(file, '.csv')
    await database.begin((sql) =>
      table === 'geotree' ? seedGeotree(sql, join(directory, file)) : seedTable(sql, join(directory, file), table),
    )
  }
}

/**
 * Seeds the data that a registry needs before its first patient: reference tables, geotree, consent documents, questionnaire and settings.
 * Existing rows remain unchanged, because an administrator may have edited them.
 */
export const seedReference = async (owner: DatabaseAddress, first: FirstSettings = {}): Promise<void> => {
  const database = connect(owner, { max: 1, applicationName: 'registry seed' })
  try {
    await seedTables(database)
    await seedConsentDocuments(database)
    await seedSf36(database)
    await seedSettings(database, first)
  } finally {
    await database.end()
  }
}
