import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { connect } from '@registry/db/connect'
import { callProcedure, type Client } from '../client.ts'
import { timeFigure, type Figure } from '../figures.ts'
import { timeMs } from '../measure.ts'
import type { Registry } from '../registry.ts'

const Page = z.object({ computedAt: z.string().nullable(), own: z.object({ patients: z.number().nullable() }) })
const read = async (client: Client) => Page.parse(await callProcedure(client, 'cohort.read', { asRole: 'DataManager' }))

/** The job prepares the numbers at the start and every minute. */
const waitUntilPrepared = async ({ owner }: Registry, client: Client): Promise<number> => {
  const database = connect(owner, { max: 1 })
  try {
    const start = performance.now()
    const isPrepared = async (): Promise<boolean> => {
      const [missing] = await database<{ centres: number }[]>`
        SELECT count(*)::int AS centres FROM centre WHERE EXISTS (SELECT FROM patient WHERE centre_code = code)
          AND NOT EXISTS (SELECT FROM cohort_cell WHERE centre_code = code)`
      return missing?.centres === 0 && (await read(client)).computedAt !== null
    }
    while (!(await isPrepared())) await pause(1000)
    console.log(`  prepared after ${((performance.now() - start) / 1000).toFixed(0)} s`)
    const [found] = await database<{ patients: number }[]>`SELECT count(*)::int AS patients FROM patient`
    return found?.patients ?? 0
  } finally {
    await database.end()
  }
}

/** The numbers of the cohort page of a data manager, from the request to the end of the answer (REQ-COH-03). */
export const measureCohort = async (registry: Registry, client: Client, rounds: number): Promise<Figure[]> => {
  console.log('Cohort page')
  const patients = await waitUntilPrepared(registry, client)
  const targetMs = patients >= 1_000_000 ? 3000 : 1000
  const times: number[] = []
  // The first round warms up.
  for (let number = 0; number <= rounds; number += 1) {
    const time = await timeMs(() => read(client))
    console.log(`  ${number === 0 ? 'not counted' : `round ${number}`}: ${time.toFixed(0)} ms`)
    if (number > 0) times.push(time)
  }
  const work = `numbers of the cohort page, ${patients.toLocaleString('en')} patients`
  return [timeFigure({ goal: 'cohort', work, times, targetMs })]
}
