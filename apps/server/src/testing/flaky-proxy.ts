import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

type Cut = {
  /** The number of messages to the database that pass before the cut. */
  readonly after: number
  /** Whether the database still receives the last message. */
  readonly delivers: boolean
}

/**
 * Proxies the connections between a server and its database, and breaks all at a chosen message. This is like the end of the server's
 * process. Starting a process for each of hundreds of ends would take minutes.
 */
export const startCuttingProxy = async ({ host, port }: { readonly host: string; readonly port: number }) => {
  const sockets = new Set<Socket>()
  let cut: Cut | undefined
  let passed = 0
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const proxy = createServer((client) => {
    const database = connect(join(host, `.s.PGSQL.${port}`))
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    database.on('data', (chunk) => client.write(chunk))
    client.on('data', (chunk) => {
      const isCut = cut !== undefined && passed === cut.after
      passed += 1
      if (!isCut) database.write(chunk)
      else if (cut?.delivers) database.write(chunk, cutAll)
      else cutAll()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    address: { host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    /** Resets the count of messages, and cuts at one of them. */
    begin: (next?: Cut): void => {
      cut = next
      passed = 0
    },
    countPassed: (): number => passed,
    cutAll,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      cutAll()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
