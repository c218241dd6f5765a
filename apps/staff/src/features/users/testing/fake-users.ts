import type { Services } from '@registry/api-contract/services'
import type { User, UserOptions } from '@registry/api-contract/users'
import { vi } from 'vitest'

export const storedUser = (part: Partial<User> = {}): User => ({
  id: 7,
  version: 3,
  name: 'Ada',
  surname: 'Rossi',
  email: 'ada@example.org',
  state: 'active',
  insertTime: '2026-11-01T09:00:00.000Z',
  changedAt: '2026-11-02T09:00:00.000Z',
  changedBy: 'ua@example.org',
  lastSignInAt: '2026-11-20T23:30:00.000Z',
  secondFactorSince: '2026-11-03T09:00:00.000Z',
  roles: [{ role: 'DataManager', areaid: 'ITI4', center: null, place: 'Lazio', administered: true }],
  operations: ['change', 'suspend', 'remove'],
  isOwn: false,
  ...part,
})

const options: UserOptions = {
  roles: ['UserAdmin', 'DataManager', 'CenterAdmin'],
  areas: [
    { id: 'ITI', parent: 'IT', label: 'Centro', leaf: false, level: 2 },
    { id: 'ITI4', parent: 'ITI', label: 'Lazio', leaf: true, level: 3 },
  ],
  centres: [{ id: 'RM01', name: 'Roma', areaid: 'ITI4' }],
}

/** A server with these users, whose changes answer `after`. */
export const fakeUsers = (users: readonly User[], after = users[0] ?? storedUser()) => {
  const change = () => vi.fn(async (): Promise<User> => after)
  return {
    list: async () => [...users],
    detail: async () => users[0] ?? after,
    options: async () => options,
    create: change(),
    change: change(),
    suspend: change(),
    reactivate: change(),
    remove: change(),
    restore: change(),
  } satisfies Partial<Services['users']>
}
