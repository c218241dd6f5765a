import { expect, test } from 'vitest'
import { readSources, report, writtenCode } from '../repository.ts'
import { checkRights, roleNamers } from './rights.ts'

test('who may do what is decided by the table of permissions alone (THREAT-05)', () => {
  const { files, findings } = checkRights(readSources(writtenCode), roleNamers)
  expect(files).toBeGreaterThan(50)
  expect(report(findings)).toBe('')
})

test('a planted check by a role’s name is found, and an exception that is not needed', () => {
  const text = "export const may = (roles: string[]) => roles.includes('GlobalAdmin')"
  expect(checkRights([{ path: 'apps/server/src/features/x/service.ts', text }], {}).findings).toHaveLength(1)
  const template = 'export const may = (roles: string[]) => roles.includes(`GlobalAdmin`)'
  expect(checkRights([{ path: 'apps/server/src/features/x/service.ts', text: template }], {}).findings).toHaveLength(1)
  expect(checkRights([{ path: 'packages/domain/src/access/permissions.ts', text }], {}).findings).toEqual([])
  expect(checkRights([], { 'apps/server/src/x.ts': 'nothing' }).findings).toHaveLength(1)
})
