import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

/** Passes each connection to the next server, as a balancer without sticky sessions does. Test clients open one for each request. */
export const startBalancer = async (ports: readonly number[]) => {
  let turn = 0
  const open = new Set<Socket>()
  const balancer = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ host: '127.0.0.1', port: ports[turn++ % ports.length] ?? 0, allowHalfOpen: true })
    for (const socket of [client, server]) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
    pipeline(client, server, () => {})
    pipeline(server, client, () => {})
  })
  balancer.listen({ host: '127.0.0.1', port: 0, backlog: 2048 })
  await once(balancer, 'listening')
  return {
    port: (balancer.address() as AddressInfo).port,
    close: async (): Promise<void> => {
      for (const socket of open) socket.destroy()
      balancer.close()
      await once(balancer, 'close')
    },
  }
}
