import type { TestServer } from '../../../testing/server.ts'

type Call = () => Promise<Response>
type Calls = Readonly<Record<string, { readonly done: readonly Call[]; readonly rejected: readonly Call[] }>>

/** Calls of the paths of centres that succeed and that fail. */
export const buildCentreCalls = async (server: TestServer): Promise<Calls> => {
  const admin = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }])
  await server.database.owner`INSERT INTO centre (code, name, geotreeid) VALUES ('DOC01', 'Documento', 'ITI4')`
  const centre =
    (action: string, fields: object): Call =>
    () =>
      admin.post('/admin/center_admin', { multipart: { action, name: 'Documento', geotreeid: 'ITI4', ...fields } })
  return {
    '/list/center': { done: [() => admin.get('/list/center')], rejected: [() => server.visitor('staff').get('/list/center')] },
    '/admin/center_admin ADD': {
      done: [centre('ADD', { id: 'DOC02', ecrf: 'FILE', password: 'una password del centro' })],
      rejected: [centre('ADD', { id: 'DOC01' }), centre('ADD', { id: '' }), centre('ADD', { id: 'DOC03', geotreeid: 'W' })],
    },
    '/admin/center_admin CHANGE': {
      done: [centre('CHANGE', { id: 'DOC01', city: 'Roma' })],
      rejected: [centre('CHANGE', { id: 'NONE' }), centre('CHANGE', { id: 'DOC01', password: 'x'.repeat(129) })],
    },
  }
}
