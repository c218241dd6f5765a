import { makeStaff } from '@registry/db/testing/fixtures'
import type { TestServer } from '../../../testing/server.ts'

type Call = () => Promise<Response>
type Calls = Readonly<Record<string, { readonly done: readonly Call[]; readonly rejected: readonly Call[] }>>

/** Calls of the paths of users that succeed and that fail. */
export const buildUserCalls = async (server: TestServer): Promise<Calls> => {
  const admin = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }])
  const { userId } = await makeStaff(server.database.owner, 'doc.user@example.org', [{ role: 'DataManager', areaid: 'ITI4' }])
  const user =
    (action: string, fields: object): Call =>
    () =>
      admin.post('/admin/user', { json: { action, name: 'Ada', surname: 'Rossi', ...fields } })
  const user_roles = [{ role: 'DataManager', areaid: 'ITI', center: '' }]
  return {
    '/admin/get_user_role': {
      done: [() => admin.post('/admin/get_user_role', { multipart: { role: 'UserAdmin' } })],
      rejected: [() => server.visitor('staff').post('/admin/get_user_role', { json: {} })],
    },
    '/admin/user ADD': {
      done: [user('ADD', { email: 'doc.new@example.org', user_roles: JSON.stringify(user_roles) })],
      rejected: [user('ADD', { email: 'doc.user@example.org', user_roles }), user('ADD', { email: 'x', user_roles })],
    },
    '/admin/user CHANGE': {
      done: [user('CHANGE', { id: userId, user_roles })],
      rejected: [user('CHANGE', { id: 0, user_roles }), user('CHANGE', { id: userId, user_roles: [{ role: 'DataManager', areaid: 'W' }] })],
    },
  }
}
