import type { Database } from '@registry/db/connect'

/** A row of some table, as somebody with a copy of the database has it, with the number of the transaction that wrote it. */
export type StolenRow = { readonly table: string; readonly row: Readonly<Record<string, unknown>>; readonly tokens: ReadonlySet<string> }

/** What everybody may know and no person is behind; what stands here links nobody. */
const publicTables: ReadonlySet<string> = new Set(['geotree', 'centre', 'reference_value', 'setting', 'consent_document', 'saved_filter'])

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const moment = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/g
const day = /\b\d{4}-\d\d-\d\d\b/g
const hash = /\b(?:\\x)?[0-9a-f]{32,}\b/g

/** Numbers of version 7 begin with the moment at which they were made. */
const secondsOf = (id: string): string[] =>
  id[14] === '7' ? [`at ${new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString().slice(0, 19)}`] : []

const inText = (text: string): string[] => [
  ...[...text.matchAll(uuid)].flatMap(([id]) => [id, ...secondsOf(id)]),
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

/** Everything in a value by which two rows could be joined. */
const tokensIn = (value: unknown, table: string, column: string): string[] => {
  if (typeof value === 'string') return inText(value)
  if (typeof value === 'number') {
    const what = idColumns[`${table}.${column}`] ?? idColumns[column]
    return what ? [`${what} ${value}`] : []
  }
  if (Array.isArray(value)) return value.flatMap((one) => tokensIn(one, table, column))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => tokensIn(one, table, name))
}

/** Every row of every table of the catalog. */
export const stealEverything = async (owner: Database): Promise<readonly StolenRow[]> => {
  const tables = await owner<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p', 'm') AND relnamespace = 'public'::regnamespace ORDER BY 1`
  const stolen = await Promise.all(
    tables.map(async ({ name: table }) => {
      const rows = await owner<
        { row: Record<string, unknown>; xmin: string }[]
      >`SELECT to_jsonb(t) AS row, xmin::text FROM ${owner(table)} AS t`
      return rows.map(({ row, xmin }) => ({ table, row, tokens: new Set([...tokensIn(row, table, ''), `transaction ${xmin}`]) }))
    }),
  )
  return stolen.flat()
}

/**
 * The rows that somebody reaches who knows some facts, by joining whatever can be joined, again and again: what a row says becomes
 * known. A value that public tables hold as well, as the hash of a consent text, joins nothing.
 */
export const reach = (stolen: readonly StolenRow[], facts: readonly string[]): readonly StolenRow[] => {
  const common = new Set(stolen.filter(({ table }) => publicTables.has(table)).flatMap(({ tokens }) => [...tokens]))
  const people = stolen.filter(({ table }) => !publicTables.has(table))
  // A short word that many rows have, as a field's name or a language, says nobody; every other one joins.
  const counts = new Map<string, number>()
  for (const { tokens } of people) for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1)
  const links = (token: string): boolean =>
    !common.has(token) && !(token.startsWith('text ') && (counts.get(token) ?? 0) >= 5 && !token.includes('@'))
  const known = new Set(facts.flatMap((fact) => [fact, `text ${fact.toLowerCase()}`]))
  const reached = new Set<StolenRow>()
  for (let before = -1; before !== reached.size;) {
    before = reached.size
    for (const row of people) {
      if (reached.has(row) || ![...row.tokens].some((token) => known.has(token) && links(token))) continue
      reached.add(row)
      for (const token of row.tokens) if (links(token)) known.add(token)
    }
  }
  return [...reached]
}
