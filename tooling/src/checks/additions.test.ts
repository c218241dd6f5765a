import { expect, test } from 'vitest'
import released from '../../../packages/db/released-migrations.json' with { type: 'json' }
import { readSource, readSources, report } from '../repository.ts'
import { checkAdditions, Snapshot } from './additions.ts'

const meta = 'packages/db/migrations/meta/'
const read = (path: string): Snapshot => Snapshot.parse(JSON.parse(readSource(path).text))

const lastReleased = Object.keys(released).toSorted().at(-1)?.slice(0, 4)
const before = read(`${meta}${lastReleased}_snapshot.json`)
const after = read(readSources(/^packages\/db\/migrations\/meta\/\d+_snapshot\.json$/).at(-1)?.path ?? '')

test('FAULT-20: since the last release migrations only add', () => {
  expect(Object.keys(after.tables).length).toBeGreaterThan(50)
  expect(report(checkAdditions(before, after))).toBe('')
})

const text = { type: 'text', notNull: false }
type Columns = Snapshot['tables'][string]['columns']

/** A table of the last release with changed columns, and what the check says. */
const table = { code: { ...text, notNull: true }, city: text, id: { type: 'integer', notNull: true, identity: {} } }
test.each<[name: string, columns: Columns, problem: string]>([
  ['a dropped column', { code: table.code, id: table.id }, 'centre.city is gone, or has another name'],
  ['a renamed column', { code: table.code, id: table.id, town: text }, 'centre.city is gone, or has another name'],
  ['a new required column', { ...table, fax: { ...text, notNull: true } }, 'centre.fax must have a value'],
  ['a column that becomes required', { ...table, city: { ...text, notNull: true } }, 'centre.city must have a value'],
  ['a lost identity', { ...table, id: { type: 'integer', notNull: true } }, 'centre.id must have a value'],
  ['another type', { ...table, city: { ...text, type: 'integer' } }, 'centre.city has the type integer instead of text'],
  ['a computed column', { ...table, city: { ...text, generated: { as: '1' } } }, 'centre.city is computed in one release'],
])('%s is found, and a reason allows it', (_name, columns, problem) => {
  const [old, changed] = [table, columns].map((one) => Snapshot.parse({ tables: { 'public.centre': { columns: one } } }))
  if (!old || !changed) throw new Error('no snapshot')
  const violations = checkAdditions(old, changed)
  expect(violations.map((violation) => violation.problem)).toEqual([expect.stringContaining(problem)])
  expect(checkAdditions(old, changed, { [problem.split(' ', 1).join('')]: 'no server of the last release reads it' })).toEqual([])
})

test('a dropped table and an allowed change that nobody made are found', () => {
  const violations = checkAdditions({ tables: { 'public.centre': { columns: {} } } }, { tables: {} }, { 'centre.fax': 'unused' })
  expect(report(violations)).toMatch(/^packages\/db\/migrations: centre is gone[^\n]*\n.*centre\.fax has not changed: remove the line$/)
})

test('a new table, a new column with a default and a nullable one are no problem', () => {
  const added = { flag: { type: 'boolean', notNull: true, default: false }, note: text }
  const newer = { tables: { 'public.centre': { columns: { ...table, ...added } }, 'public.other': { columns: { id: table.code } } } }
  expect(checkAdditions({ tables: { 'public.centre': { columns: table } } }, newer)).toEqual([])
})
