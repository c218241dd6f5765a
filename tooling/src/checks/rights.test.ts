import { expect, test } from 'vitest'
import { readSources, report, writtenCode } from '../repository.ts'
import { checkRights, roleNamers } from './rights.ts'

test('only the table of permissions decides about rights (THREAT-05)', () => {
  const { files, violations } = checkRights(readSources(writtenCode), roleNamers)
  expect(files).toBeGreaterThan(50)
  expect(report(violations)).toBe('')
})

test('a planted check of a role name is found, and an unnecessary exception', () => {
  const text = "export const may = (roles: string[]) => roles.includes('GlobalAdmin')"
  expect(checkRights([{ path: 'apps/server/src/features/x/service.ts', text }], {}).violations).toHaveLength(1)
  const template = 'export const may = (roles: string[]) => roles.includes(`GlobalAdmin`)'
  expect(checkRights([{ path: 'apps/server/src/features/x/service.ts', text: template }], {}).violations).toHaveLength(1)
  expect(checkRights([{ path: 'packages/domain/src/access/permissions.ts', text }], {}).violations).toEqual([])
  expect(checkRights([], { 'apps/server/src/x.ts': 'nothing' }).violations).toHaveLength(1)
})
