import type { Permission } from './permissions.ts'
import type { Role } from './roles.ts'
import { isOpen, type RoutePattern, type Screen, screens } from './screens.ts'

/** The questions that the staff home answers: what waits, what is overdue, what came in. */
export const taskGroups = ['waiting', 'overdue', 'arrived'] as const
export type TaskGroup = (typeof taskGroups)[number]

type Task = {
  readonly group: TaskGroup
  readonly permission: Permission
  /** Location of its list: a screen or a part of the home page. */
  readonly list: RoutePattern | '#imports' | '#exports' | '#deletion-requests'
}

/** The counts on the staff home, in their order. A role sees those of its permissions (REQ-UI-12). */
export const homeTasks = {
  'unanswered invitations': { group: 'waiting', permission: 'patients:count', list: '/pazienti-dati' },
  'incomplete consents': { group: 'waiting', permission: 'patients:count', list: '/pazienti-dati' },
  'identity requests': { group: 'waiting', permission: 'identity:received', list: '/enrollBC' },
  'centres without administrator': { group: 'waiting', permission: 'identity:received', list: '/centri' },
  'open discrepancies': { group: 'waiting', permission: 'record:read', list: '/ca_segnalazioni' },
  'queries to answer': { group: 'waiting', permission: 'centre-query:reply', list: '/ca_segnalazioni' },
  'answered queries': { group: 'waiting', permission: 'centre-query:ask', list: '/dm_segnalazioni' },
  'exports to delete': { group: 'waiting', permission: 'deletion-request:confirm', list: '#deletion-requests' },
  'expired invitations': { group: 'overdue', permission: 'patients:count', list: '/pazienti-dati' },
  'imports with rejected rows': { group: 'overdue', permission: 'imports:see', list: '#imports' },
  'stopped exports': { group: 'overdue', permission: 'filter:run', list: '#exports' },
  'overdue exports to delete': { group: 'overdue', permission: 'deletion-request:confirm', list: '#deletion-requests' },
  'old identity requests': { group: 'overdue', permission: 'identity:received', list: '/enrollBC' },
  'new patients': { group: 'arrived', permission: 'patients:count', list: '/pazienti-dati' },
  'new imports': { group: 'arrived', permission: 'imports:see', list: '#imports' },
  'new identity requests': { group: 'arrived', permission: 'identity:received', list: '/enrollBC' },
} as const satisfies Record<string, Task>

export type HomeTask = keyof typeof homeTasks
export const homeTaskNames = Object.keys(homeTasks).filter((name): name is HomeTask => name in homeTasks)

/** Days of "came in" on the staff home. An older identity request is overdue. */
export const recentDays = 7

/** Returns the address of a number's list, or `undefined` if it is closed or the roles may not open it. */
export const findTaskList = (task: HomeTask, roles: readonly Role[]): string | undefined => {
  const { list } = homeTasks[task]
  if (list === '#imports' || list === '#exports' || list === '#deletion-requests') return list
  const { audience }: Screen = screens[list]
  const admitted = typeof audience === 'string' || roles.some((role) => audience.includes(role))
  return admitted && isOpen(list) ? list : undefined
}
