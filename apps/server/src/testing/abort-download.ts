import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestServer } from './server.ts'

/** Sends bytes and closes the connection immediately. It resolves when the server has closed its side. */
export const sendAndLeave = async ({ app, port }: TestServer, bytes: Buffer): Promise<void> => {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const client = connect(port, '127.0.0.1', () => client.write(bytes, () => client.destroy()))
  client.on('error', () => {})
  const [served] = await accepted
  // A closed connection emits no second event.
  if (!served.closed) await once(served, 'close')
}
