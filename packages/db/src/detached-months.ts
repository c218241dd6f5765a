import { createHmac } from 'node:crypto'
import { firstLink, type AuditLink } from './audit-chain.ts'
import type { Database, Queries } from './connect.ts'
import { monthSchema } from './sql/log-months.ts'

/** A month of the log, by its first day, with its number of entries and its last link. */
export type MonthHead = AuditLink & { readonly month: string; readonly entries: number }

export const signMonth = (key: Uint8Array, { month, entries, position, hash }: MonthHead): string =>
  createHmac('sha256', key).update(`month\n${month}\n${entries}\n${position}\n${hash}`).digest('hex')

export type DetachedMonth = MonthHead & { readonly mac: string; readonly isAway: boolean }

/** Lists the detached months. One is away when its table is not in this database any more. */
export const listDetachedMonths = (sql: Queries): Promise<DetachedMonth[]> => sql<DetachedMonth[]>`
  SELECT month::text, entries, position, hash, mac,
    to_regclass(${`${monthSchema}.audit_log_`} || to_char(month, 'YYYY_MM')) IS NULL AS "isAway"
  FROM detached_log_month ORDER BY month`

const formatTable = (month: string): string => `${monthSchema}.audit_log_${month.slice(0, 7).replace('-', '_')}`

export const hasTable = async (sql: Queries, month: string): Promise<boolean> => {
  const [found] = await sql<{ exists: boolean }[]>`SELECT to_regclass(${formatTable(month)}) IS NOT NULL AS exists`
  return found?.exists ?? false
}

/** The links of a month of the log. `before` is the link before its first one; `unlinked` entries are not in the chain. */
export type MonthContent = MonthHead & { readonly unlinked: number; readonly before: AuditLink }

export const readMonth = async (database: Database, month: string): Promise<MonthContent> => {
  const [found] = await database<{ entries: number; unlinked: number; first: number | null; last: number | null }[]>`
    SELECT count(*) AS entries, count(*) FILTER (WHERE l.position IS NULL) AS unlinked, min(l.position) AS first, max(l.position) AS last
    FROM ${database(formatTable(month))} AS e LEFT JOIN audit_chain_link AS l ON l.entry_id = e.id`
  const readLink = async (position: number): Promise<AuditLink> => {
    const [link] = await database<AuditLink[]>`SELECT position, hash FROM audit_chain_link WHERE position = ${position}`
    return link ?? firstLink
  }
  const before = await readLink((found?.first ?? 1) - 1)
  return { month, entries: found?.entries ?? 0, unlinked: found?.unlinked ?? 0, ...(await readLink(found?.last ?? 0)), before }
}

/** Takes a month out of the log and keeps its signed head. Its table stays in the database. */
export const detachMonth = async (sql: Queries, key: Uint8Array, { month, entries, position, hash }: MonthHead): Promise<void> => {
  await sql`SELECT detach_log_month(${month})`
  const mac = signMonth(key, { month, entries, position, hash })
  await sql`INSERT INTO detached_log_month (month, entries, position, hash, mac) VALUES (${month}, ${entries}, ${position}, ${hash}, ${mac})`
}

/** Puts a detached month back into the log. Who was read in it is no longer known. */
export const attachMonth = async (sql: Queries, month: string): Promise<void> => {
  await sql`SELECT attach_log_month(${month})`
  await sql`DELETE FROM detached_log_month WHERE month = ${month}`
}
