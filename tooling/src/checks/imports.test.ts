import { expect, test } from 'vitest'
import { readSources, report, writtenCode } from '../repository.ts'
import { checkImports, checkPurity } from './imports.ts'

const sources = readSources(writtenCode)

test('every import follows the import rules', () => {
  const { imports, violations } = checkImports(sources)
  expect(imports).toBeGreaterThan(50)
  expect(report(violations)).toBe('')
})

test.each([
  ['packages/domain/src/x.ts', `import { readFile } from 'node:fs/promises'`],
  ['packages/domain/src/x.ts', `import type { Kysely } from 'kysely'`],
  ['packages/api-contract/src/x.ts', `import { connect } from '@registry/db/connect'`],
  ['packages/api-contract/src/x.ts', `import { connect } from '../../db/src/connect.ts'`],
  ['packages/db/src/x.ts', `export { router } from '@registry/api-contract/trpc'`],
  ['packages/tabular/src/x.ts', `import { fields } from '@registry/domain/fields/dictionary'`],
  ['packages/ui/src/x.tsx', `const client = await import('@trpc/client')`],
  ['packages/ui/src/x.tsx', `import { useShell } from '@registry/app-shell/shell.ts'`],
  ['packages/ui/src/x.tsx', `import { consentMessages } from '@registry/domain/messages/consents'`],
  ['packages/app-shell/src/x.tsx', `import { connect } from '@registry/db/connect'`],
  ['packages/app-shell/src/x.tsx', `import { start } from '@registry/server/app/start'`],
  ['packages/app-shell/src/x.tsx', `import { shell } from '../../../apps/staff/src/app/shell.ts'`],
  ['packages/app-shell/src/x.tsx', `import { appRouter } from '@registry/api-contract/app-router'`],
  ['apps/server/src/shared/x.ts', `import { theme } from '@registry/ui/theme/theme'`],
  ['apps/staff/src/x.tsx', `import '../../myconsent/src/app/theme.ts'`],
  ['apps/staff/src/x.tsx', `import { appRouter } from '@registry/api-contract/app-router'`],
  ['apps/staff/src/x.tsx', `import { Centre } from '@registry/api-contract/centres'`],
  ['apps/server/src/features/a/service.ts', `import { b } from '../b/service.ts'`],
  ['apps/server/src/features/a/service.ts', `import { b } from '@registry/server/features/b/service'`],
  ['apps/server/src/features/a/part/service.ts', `import type { B } from '../../b/service.ts'`],
  ['apps/server/src/http/x.ts', `import { a } from '../features/a/service.ts'`],
  ['apps/server/src/http/legacy/x.ts', `import type { Outbox } from '../../jobs/outbox.ts'`],
  ['apps/server/src/auth/x.ts', `import type { A } from '../features/a/service.ts'`],
  ['apps/server/src/auth/x.ts', `export { outbox } from '../jobs/outbox.ts'`],
  ['apps/server/src/auth/x.ts', `import type { RequestContext } from '../http/request-context.ts'`],
  ['apps/server/src/audit/x.ts', `import { errors } from '../http/errors.ts'`],
  ['apps/server/src/audit/x.ts', `const jobs = await import('@registry/server/jobs/outbox')`],
  ['apps/server/src/audit/x.ts', `import { a } from '../features/a/service.ts'`],
  ['apps/server/src/jobs/x.ts', `import { a } from '../features/a/service.ts'`],
  ['apps/server/src/jobs/x.ts', `import { errors } from '../http/errors.ts'`],
  ['apps/server/src/shared/x.ts', `import type { A } from '../features/a/service.ts'`],
  ['apps/server/src/shared/x.ts', `import { b } from '../auth/b.ts'`],
  ['apps/server/src/http/x.ts', `import { start } from '../app/start.ts'`],
  ['apps/server/src/features/filters/x.ts', `import { a } from '../studies/service.ts'`],
])('a planted import in %s is found: %s', (path, text) => {
  expect(checkImports([{ path, text }]).violations).toHaveLength(1)
})

test('a type of the router, a file of the same feature and test helpers pass', () => {
  const files = [
    { path: 'packages/app-shell/src/testing/fake-server.ts', text: `import { appRouter } from '@registry/api-contract/app-router'` },
    { path: 'packages/app-shell/src/api.ts', text: `import type { AppRouter } from '@registry/api-contract/app-router'` },
    { path: 'apps/server/src/features/a/service.ts', text: `import { b } from './queries.ts'; import { c } from '../../jobs/c.ts'` },
    { path: 'apps/server/src/app/app.ts', text: `import { a } from '../features/a/service.ts'; import { c } from '../jobs/c.ts'` },
    { path: 'apps/server/src/features/studies/x.ts', text: `import { a } from '../filters/exports/a.ts'` },
    { path: 'apps/server/src/jobs/x.ts', text: `import { a } from '../features/filters/a.ts'; import type { B } from '../app/deps.ts'` },
  ]
  expect(checkImports(files)).toEqual({ imports: 8, violations: [] })
})

test('the domain reads no clock and no random numbers', () => {
  const { files, violations } = checkPurity(sources)
  expect(files).toBeGreaterThan(10)
  expect(report(violations)).toBe('')
})

test.each([
  'new Date()',
  'Date.now()',
  'globalThis.Date.now()',
  "Date['now']()",
  'new globalThis.Date()',
  'Math.random()',
  'crypto.randomUUID()',
  'fetch("/")',
])('planted in the domain, %s is found', (text) => {
  expect(checkPurity([{ path: 'packages/domain/src/x.ts', text }]).violations.length).toBeGreaterThan(0)
})

test('a date made from an argument is pure', () => {
  expect(checkPurity([{ path: 'packages/domain/src/x.ts', text: 'export const day = (at: string) => new Date(at)' }]).violations).toEqual(
    [],
  )
})
