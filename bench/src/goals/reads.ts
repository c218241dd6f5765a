import { addManagers, download, findOrCreateFilter, readOnce, signIn, type Client } from '../client.ts'
import { runLoad, runRounds } from '../measure.ts'
import type { Registry } from '../registry.ts'
import { slowest95Result, type Result } from '../results.ts'

const connections = 20
const windowMs = 10_000
const exportsAtOnce = 3

/** Exports in a loop until `ended` returns true. */
const exportAgain = async (client: Client, filter: number, ended: () => boolean): Promise<void> => {
  while (!ended()) await download(client, filter, 'csv')
}

/** Signed-in reads while three people export everybody. */
export const measureReads = async (registry: Registry, rounds: number): Promise<Result[]> => {
  const emails = await addManagers(registry, exportsAtOnce)
  const clients = await Promise.all(emails.map((email) => signIn(registry.port, email)))
  const reader = await signIn(registry.port, 'dm@demo.example')
  const filter = await findOrCreateFilter(reader, 'Misura: tutti, ogni campo')
  const times: number[] = []
  await runRounds(rounds, async (round) => {
    let ended = false
    const exporting = Promise.all(clients.map((client) => exportAgain(client, filter, () => ended)))
    const load = await Promise.race([
      runLoad(connections, windowMs, (agent) => readOnce(reader, '/get_userinfo', agent)),
      exporting.then(() => Promise.reject(new Error('The exports ended early'))),
    ])
    ended = true
    await exporting
    if (round > 0) times.push(...load.times)
    return { perSecond: load.perSecond }
  })
  return [slowest95Result(`reads over ${connections} connections while ${exportsAtOnce} exports of everybody run`, times, 300)]
}
