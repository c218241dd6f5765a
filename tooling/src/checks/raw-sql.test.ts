import { expect, test } from 'vitest'
import { readSources, report, writtenCode } from '../repository.ts'
import { checkRawSql, rawSqlFiles } from './raw-sql.ts'

test('text becomes SQL in the listed files only (THREAT-03)', () => {
  const { files, violations } = checkRawSql(readSources(writtenCode), rawSqlFiles)
  expect(files).toBeGreaterThan(50)
  expect(report(violations)).toBe('')
})

test.each([
  'sql.unsafe(`SELECT ${name}`)',
  'tx.sql.unsafe(text)',
  'sql.raw(text)',
  'sql.identifier(name)',
  "sql['unsafe'](text)",
  'sql[`unsafe`](text)',
  'const run = sql.unsafe',
])('planted in a service, %s is found', (text) => {
  expect(checkRawSql([{ path: 'apps/server/src/features/x/service.ts', text }], new Set()).violations).toEqual([
    {
      path: 'apps/server/src/features/x/service.ts',
      problem: expect.any(String),
      remedy: expect.stringContaining('bind values in a sql template'),
    },
  ])
})

test('bound values are no raw SQL, and an unnecessary exception is found', () => {
  const files = [{ path: 'apps/server/src/x.ts', text: 'sql`SELECT ${value}`' }]
  expect(checkRawSql(files, new Set()).violations).toEqual([])
  expect(checkRawSql(files, new Set(['apps/server/src/x.ts'])).violations).toEqual([
    { path: 'apps/server/src/x.ts', problem: expect.any(String), remedy: expect.stringContaining('take it out of rawSqlFiles') },
  ])
})
