import { initTRPC } from '@trpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { appRouter } from '@registry/api-contract/app-router'
import { report } from '../repository.ts'
import { checkProcedures, listProcedures } from './procedures.ts'

test('every procedure declares permission, audit name and output schema', () => {
  const procedures = listProcedures(appRouter)
  expect(procedures.length).toBeGreaterThan(20)
  expect(report(checkProcedures(procedures))).toBe('')
})

const t = initTRPC.meta<{ permission?: string; command?: string }>().create()
const whole = { permission: 'filter:read', command: 'inthem_query' }

test.each([
  ['no meta at all', t.procedure.output(z.string()).query(() => ''), 2],
  [
    'a permission that the table does not know',
    t.procedure
      .meta({ ...whole, permission: 'everything' })
      .output(z.string())
      .query(() => ''),
    1,
  ],
  [
    'no command',
    t.procedure
      .meta({ permission: 'filter:read' })
      .output(z.string())
      .query(() => ''),
    1,
  ],
  ['no output schema', t.procedure.meta(whole).query(() => ''), 1],
  [
    'nothing missing',
    t.procedure
      .meta(whole)
      .output(z.string())
      .query(() => ''),
    0,
  ],
])('a planted procedure with %s is checked', (_what, planted, problems) => {
  expect(checkProcedures(listProcedures(t.router({ planted })))).toHaveLength(problems)
})
