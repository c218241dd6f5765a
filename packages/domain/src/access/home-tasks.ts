import type { Permission } from './permissions.ts'
import type { Role } from './roles.ts'
import { isOpen, type RoutePattern, type Screen, screens } from './screens.ts'

/** The questions that the staff home answers: what waits, what is overdue, what came in. */
export const taskGroups = ['waiting', 'overdue', 'arrived'] as const
export type TaskGroup = (typeof taskGroups)[number]

type Task = {
  readonly group: TaskGroup
  readonly permission: Permission
  /** Locations of its list, each a screen or a part of the home page. The first one that is open to the person counts. */
  readonly lists: readonly List[]
}
type List =
  | { readonly screen: RoutePattern; readonly search?: string }
  | { readonly part: 'patients' | 'deletion-requests' | 'corrections' | 'withdrawal-requests' }

const patients = [{ screen: '/pazienti-dati' }, { part: 'patients' }] as const
const imports = [{ screen: '/pazienti-dati', search: 'parte=storia' }] as const
const exports = [{ screen: '/dm_esportazioni' }, { screen: '/ca_esportazioni' }] as const
const discrepancies = [{ screen: '/ca_segnalazioni' }] as const
const centreQueries = [{ screen: '/ca_segnalazioni', search: 'parte=richieste' }] as const
const areaQueries = [{ screen: '/dm_segnalazioni' }] as const
const requests = [{ screen: '/enrollBC' }] as const
const corrections = [{ part: 'corrections' }] as const
const deletionRequests = [{ part: 'deletion-requests' }] as const

/** The counts on the staff home, in their order. A role sees those of its permissions (REQ-UI-12). */
export const homeTasks = {
  'unanswered invitations': { group: 'waiting', permission: 'patients:count', lists: patients },
  'incomplete consents': { group: 'waiting', permission: 'patients:count', lists: patients },
  'identity requests': { group: 'waiting', permission: 'identity:received', lists: requests },
  'centres without administrator': { group: 'waiting', permission: 'identity:received', lists: [{ screen: '/centri' }] },
  'open discrepancies': { group: 'waiting', permission: 'record:read', lists: discrepancies },
  'corrections to answer': { group: 'waiting', permission: 'correction:answer', lists: corrections },
  'queries to answer': { group: 'waiting', permission: 'field-query:ask', lists: centreQueries },
  'answered field queries': { group: 'waiting', permission: 'field-query:ask', lists: centreQueries },
  'field queries to answer': { group: 'waiting', permission: 'centre-query:ask', lists: areaQueries },
  'answered queries': { group: 'waiting', permission: 'centre-query:ask', lists: areaQueries },
  'coming of age': { group: 'waiting', permission: 'guardian:manage', lists: [{ screen: '/ecrf', search: 'tasks=coming-of-age' }] },
  unreachable: { group: 'waiting', permission: 'guardian:manage', lists: [{ screen: '/ecrf', search: 'tasks=unreachable' }] },
  'requests to erase': { group: 'waiting', permission: 'guardian:manage', lists: [{ part: 'withdrawal-requests' }] },
  'exports to delete': { group: 'waiting', permission: 'deletion-request:confirm', lists: deletionRequests },
  'expired invitations': { group: 'overdue', permission: 'patients:count', lists: patients },
  'imports with rejected rows': { group: 'overdue', permission: 'imports:see', lists: imports },
  'overdue corrections': { group: 'overdue', permission: 'correction:answer', lists: corrections },
  'stopped exports': { group: 'overdue', permission: 'filter:run', lists: exports },
  'overdue exports to delete': { group: 'overdue', permission: 'deletion-request:confirm', lists: deletionRequests },
  'old identity requests': { group: 'overdue', permission: 'identity:received', lists: requests },
  'new patients': { group: 'arrived', permission: 'patients:count', lists: patients },
  'new imports': { group: 'arrived', permission: 'imports:see', lists: imports },
  'new identity requests': { group: 'arrived', permission: 'identity:received', lists: requests },
} as const satisfies Record<string, Task>

export type HomeTask = keyof typeof homeTasks
export const homeTaskNames = Object.keys(homeTasks).filter((name): name is HomeTask => name in homeTasks)

/** Days of "came in" on the staff home. An older identity request is overdue. */
export const recentDays = 7

const isOpenTo = (screen: RoutePattern, roles: readonly Role[]): boolean => {
  const { audience }: Screen = screens[screen]
  return isOpen(screen) && (typeof audience === 'string' || roles.some((role) => audience.includes(role)))
}

/** Returns the address of a number's list, or `undefined` if the roles may open none. */
export const findTaskList = (task: HomeTask, roles: readonly Role[]): string | undefined => {
  const lists: readonly List[] = homeTasks[task].lists
  const list = lists.find((one) => 'part' in one || isOpenTo(one.screen, roles))
  if (list === undefined) return undefined
  if ('part' in list) return `#${list.part}`
  return list.search === undefined ? list.screen : `${list.screen}?${list.search}`
}

type Aged = { readonly oldest: string | null }
const toTime = ({ oldest }: Aged): number => (oldest === null ? Number.MAX_SAFE_INTEGER : Date.parse(oldest))

/** Puts the work that has waited longest first. Work of unknown age keeps its order, at the end. */
export const sortOldestFirst = <Work extends Aged>(work: readonly Work[]): readonly Work[] => work.toSorted((a, b) => toTime(a) - toTime(b))
