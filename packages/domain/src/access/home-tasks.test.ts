import { expect, test } from 'vitest'
import { findTaskList, homeTaskNames, homeTasks } from './home-tasks.ts'
import { mayUse } from './permissions.ts'
import { roles } from './roles.ts'

test('every staff role has work on its home page', () => {
  for (const role of roles) expect(homeTaskNames.filter((name) => mayUse([role], homeTasks[name].permission))).not.toEqual([])
})

test('a UserAdmin counts no patients, and the others no identity requests', () => {
  const listTasks = (role: (typeof roles)[number]) => homeTaskNames.filter((name) => mayUse([role], homeTasks[name].permission))
  expect(listTasks('UserAdmin')).toEqual([
    'identity requests',
    'centres without administrator',
    'old identity requests',
    'new identity requests',
  ])
  for (const role of ['GlobalAdmin', 'DataManager', 'CenterAdmin'] as const) expect(listTasks(role)).not.toContain('identity requests')
})

test('a number links to its list only if the screen is open to the role', () => {
  expect(findTaskList('identity requests', ['UserAdmin'])).toBe('/enrollBC')
  expect(findTaskList('new imports', ['CenterAdmin'])).toBe('#imports')
  expect(findTaskList('new patients', ['DataManager'])).toBeUndefined()
})
