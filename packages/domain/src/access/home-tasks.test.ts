import { expect, test } from 'vitest'
import { findTaskList, homeTaskNames, homeTasks, sortOldestFirst } from './home-tasks.ts'
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

test('each number leads to a list that the role may open', () => {
  expect(findTaskList('identity requests', ['UserAdmin'])).toBe('/enrollBC')
  expect(findTaskList('new imports', ['CenterAdmin'])).toBe('/pazienti-dati?parte=storia')
  expect(findTaskList('stopped exports', ['CenterAdmin'])).toBe('/ca_esportazioni')
  expect(findTaskList('stopped exports', ['DataManager'])).toBe('/dm_esportazioni')
  expect(findTaskList('new patients', ['DataManager'])).toBe('#patients')
  for (const role of roles)
    for (const task of homeTaskNames.filter((name) => mayUse([role], homeTasks[name].permission)))
      expect(findTaskList(task, [role]), `${task} of a ${role}`).toBeDefined()
})

test('work of unknown age follows the work that has waited longest', () => {
  const work = [
    { task: 'a', oldest: '2026-11-20T08:00:00Z' },
    { task: 'b', oldest: null },
    { task: 'c', oldest: '2026-10-02T08:00:00Z' },
  ]
  expect(sortOldestFirst(work).map(({ task }) => task)).toEqual(['c', 'a', 'b'])
})
