import type { Database } from '@registry/db/connect'

/** A row from a copy of the database, with its values and the id of its transaction as tokens. */
export type StolenRow = { readonly table: string; readonly row: Readonly<Record<string, unknown>>; readonly tokens: ReadonlySet<string> }

/** Tables without personal data. Their values link nobody. */
const publicTables: ReadonlySet<string> = new Set(['geotree', 'centre', 'reference_value', 'setting', 'consent_document', 'saved_filter'])

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const moment = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/g
const day = /\b\d{4}-\d\d-\d\d\b/g
const hash = /\b(?:\\x)?[0-9a-f]{32,}\b/g

/** Returns the creation time of a UUID version 7, which its first digits contain. */
const findCreationTime = (id: string): string[] =>
  id[14] === '7' ? [`at ${new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString().slice(0, 19)}`] : []

const findTextTokens = (text: string): string[] => [
  ...[...text.matchAll(uuid)].flatMap(([id]) => [id, ...findCreationTime(id)]),
  ...[...text.matchAll(moment)].map(([at]) => `at ${at.replace(' ', 'T')}`),
  ...[...text.replaceAll(moment, '').matchAll(day)].map(([date]) => date),
  ...[...text.matchAll(hash)].map(([hex]) => hex),
  ...[...text.matchAll(/\bpatient (\d+)\b/g)].map(([, id]) => `patient ${id}`),
  ...(text.length >= 4 ? [`text ${text.toLowerCase()}`] : []),
]

const idColumns: Readonly<Record<string, string>> = {
  'patient.id': 'patient',
  'account.id': 'account',
  'audit_log.id': 'entry',
  patient_id: 'patient',
  patient_ids: 'patient',
  patients: 'patient',
  account_id: 'account',
  entry_id: 'entry',
}

/** Finds every token of a value that could join two rows. */
const findTokens = (value: unknown, table: string, column: string): string[] => {
  if (typeof value === 'string') return findTextTokens(value)
  if (typeof value === 'number') {
    const kind = idColumns[`${table}.${column}`] ?? idColumns[column]
    return kind ? [`${kind} ${value}`] : []
  }
  if (Array.isArray(value)) return value.flatMap((item) => findTokens(item, table, column))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => findTokens(item, table, name))
}

/** Reads every row of every table of the catalog. */
export const readAllRows = async (owner: Database): Promise<readonly StolenRow[]> => {
  const tables = await owner<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p', 'm') AND relnamespace = 'public'::regnamespace ORDER BY 1`
  const stolen = await Promise.all(
    tables.map(async ({ name: table }) => {
      const rows = await owner<
        { row: Record<string, unknown>; xmin: string }[]
      >`SELECT to_jsonb(t) AS row, xmin::text FROM ${owner(table)} AS t`
      return rows.map(({ row, xmin }) => ({ table, row, tokens: new Set([...findTokens(row, table, ''), `transaction ${xmin}`]) }))
    }),
  )
  return stolen.flat()
}

/**
 * Finds the rows that an attacker with some facts reaches. It joins rows by common tokens until no further row is found. Tokens of public
 * tables, such as the hash of a consent document, join nothing.
 */
export const findReachableRows = (stolen: readonly StolenRow[], facts: readonly string[]): readonly StolenRow[] => {
  const publicTokens = new Set(stolen.filter(({ table }) => publicTables.has(table)).flatMap(({ tokens }) => [...tokens]))
  const people = stolen.filter(({ table }) => !publicTables.has(table))
  // A text of five or more rows, such as a field name or a language, identifies nobody. Every other token joins.
  const counts = new Map<string, number>()
  for (const { tokens } of people) for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  const isLink = (token: string): boolean =>
    !publicTokens.has(token) && !(token.startsWith('text ') && (counts.get(token) ?? 0) >= 5 && !token.includes('@'))
  const known = new Set(facts.flatMap((fact) => [fact, `text ${fact.toLowerCase()}`]))
  const reached = new Set<StolenRow>()
  for (let before = -1; before !== reached.size;) {
    before = reached.size
    for (const row of people) {
      if (reached.has(row) || ![...row.tokens].some((token) => known.has(token) && isLink(token))) continue
      reached.add(row)
      for (const token of row.tokens) if (isLink(token)) known.add(token)
    }
  }
  return [...reached]
}
