import { loadavg } from 'node:os'
import { connect } from '@registry/db/connect'
import { callProcedure, type Client } from '../client.ts'
import { contact, signInDemoPatient } from '../demo-patient.ts'
import { formatMs, timeFigure, type Figure } from '../figures.ts'
import { fillHistory } from '../fill-history.ts'
import { timeMs } from '../measure.ts'
import type { Registry } from '../registry.ts'

const targetMs = 1000

const call =
  (name: string, input?: object) =>
  (client: Client): Promise<unknown> =>
    callProcedure(client, name, input)

/** What each page of the patient requests when it opens. */
const pages = [
  ['home', [call('home.patient'), call('consents.current')]],
  ['all uses of the data, first page', [call('home.dataUses')]],
  ['all uses of the data, a page of ten years ago', [call('home.dataUses', { cursor: '2016-01-01' })]],
  ['uses of a kind of data that nobody used', [call('home.dataUses', { kind: 'questionnaires' })]],
  ['history of the consents', [call('consents.history'), call('consents.current')]],
  ['filled questionnaires', [call('sf36.responses')]],
] as const

/** The time until the data of a page are there, for a patient with 20 years of history (REQ-PAT-18). */
export const measureHistory = async (registry: Registry, rounds: number): Promise<Figure[]> => {
  const owner = connect(registry.owner, { max: 1 })
  try {
    const uses = await fillHistory(owner, contact)
    console.log(`A patient with ${uses.toLocaleString('en')} uses of the data in 20 years`)
  } finally {
    await owner.end()
  }
  const client = await signInDemoPatient(registry)
  const measured: number[][] = pages.map(() => [])
  // The first round warms up.
  for (let number = 0; number <= rounds; number += 1) {
    const shown: string[] = []
    for (const [index, [page, requests]] of pages.entries()) {
      const ms = await timeMs(() => Promise.all(requests.map((send) => send(client))))
      shown.push(`${page} ${formatMs(ms)} ms`)
      if (number > 0) measured[index]?.push(ms)
    }
    console.log(`  ${number === 0 ? 'not counted' : `round ${number}`}: ${shown.join(', ')}, load ${loadavg()[0]?.toFixed(1)}`)
  }
  return pages.map(([page], index) => {
    const times = measured[index] ?? []
    const work = `${page}, 20 years of history`
    return timeFigure({ goal: 'REQ-PAT-18', work, times, targetMs })
  })
}
