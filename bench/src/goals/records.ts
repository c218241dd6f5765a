import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { callProcedure, signIn, type Client } from '../client.ts'
import { runLoad, runRounds, timeMs } from '../measure.ts'
import type { Registry } from '../registry.ts'
import { formatRatios, median, slowest95Result, type Result } from '../results.ts'

const connections = 20
const windowMs = 5000

const PatientPage = z.object({
  patients: z.array(z.object({ code: z.string(), medical: z.boolean(), withdrawn: z.boolean() })),
  next: z.object({ key: z.union([z.string(), z.number(), z.null()]), code: z.string() }).nullable(),
})
const Opened = z.object({ version: z.string(), values: z.object({ HB: z.number().nullable().optional() }) })

/** Lists patients of the centre whose clinical data can be saved, one for each connection. */
const listCodes = async (client: Client): Promise<readonly string[]> => {
  const codes: string[] = []
  let cursor: z.infer<typeof PatientPage>['next'] | undefined
  while (cursor !== null && codes.length < connections) {
    const page: z.infer<typeof PatientPage> = PatientPage.parse(await callProcedure(client, 'ecrf.patients', cursor ? { cursor } : {}))
    codes.push(...page.patients.filter(({ medical, withdrawn }) => medical && !withdrawn).map(({ code }) => code))
    cursor = page.next
  }
  return codes.slice(0, connections)
}

/** Starts the reference and runs `work` with its address. */
const withBareServer = async <T>({ superuser }: Registry, work: (address: string) => Promise<T>): Promise<T> => {
  const child = fork(new URL('./bare-server.ts', import.meta.url), [JSON.stringify(superuser)])
  const [address] = await once(child, 'message')
  return work(String(address)).finally(() => child.kill())
}

/** Opening, listing and saving records over 20 connections, and the reference of opening one (REQ-CRF-01). */
export const measureRecords = async (registry: Registry, rounds: number): Promise<Result[]> => {
  const client = await signIn(registry.port, 'ca.rm01@demo.example')
  const codes = await listCodes(client)
  const open = (connection: number) => ({ code: codes[connection % codes.length] ?? '' })
  const measured = await withBareServer(registry, (address) =>
    runRounds(rounds, async () => {
      const bare = await runLoad(connections, windowMs, async (_agent, connection) => {
        const answer = await fetch(`${address}/records/RM01/${encodeURIComponent(open(connection).code)}`)
        if (!answer.ok) throw new Error(`The reference answered ${answer.status}`)
        await answer.text()
      })
      const read = await runLoad(connections, windowMs, (agent, connection) => callProcedure(client, 'ecrf.read', open(connection), agent))
      const list = await runLoad(connections, windowMs, (agent) => callProcedure(client, 'ecrf.patients', {}, agent))
      const saves: number[] = []
      await runLoad(codes.length, windowMs, async (agent, connection) => {
        const { version, values } = Opened.parse(await callProcedure(client, 'ecrf.read', open(connection), agent))
        const changes = { HB: values.HB === 9.1 ? 9.2 : 9.1 }
        saves.push(await timeMs(() => callProcedure(client, 'ecrf.save', { ...open(connection), version, changes }, agent)))
      })
      return { ratio: read.perSecond / bare.perSecond, read: read.times, list: list.times, saves }
    }),
  )
  const ratios = measured.map(({ ratio }) => ratio)
  const work = `over ${connections} connections`
  return [
    {
      goal: `records opened a second ${work}: ≥ 0.5 of a bare Fastify server that reads the same row`,
      measured: formatRatios(ratios),
      met: median(ratios) >= 0.5,
    },
    slowest95Result(
      `record opened ${work}`,
      measured.flatMap(({ read }) => read),
      150,
    ),
    slowest95Result(
      `list of 50 patients ${work}`,
      measured.flatMap(({ list }) => list),
      150,
    ),
    slowest95Result(
      `one field of a record saved ${work}`,
      measured.flatMap(({ saves }) => saves),
      150,
    ),
  ]
}
