import { countAgain, type Client } from '../client.ts'
import { median, type Figure } from '../figures.ts'
import { countPatients, type Registry } from '../registry.ts'

const targetMs = 300

/** Three conditions on both consents, as in a study of iron overload. */
const conditions = [
  { field: 'SEX', operator: '=', value: 'F' },
  { field: 'FERRITIN', operator: '>', value: 1000 },
  { field: 'HB', operator: '<', value: 10 },
]

/** Goal 14: the count of a filter that a data manager edits, from the request to the end of the answer (REQ-FIL-10). */
export const measureCounts = async (registry: Registry, client: Client, rounds: number): Promise<Figure[]> => {
  const patients = await countPatients(registry.owner)
  console.log(`Counts while editing, ${patients.toLocaleString('en')} patients`)
  const times: number[] = []
  // The first round warms up.
  for (let number = 0; number <= rounds; number += 1) {
    const start = performance.now()
    await countAgain(client, conditions)
    const time = performance.now() - start
    console.log(`  ${number === 0 ? 'not counted' : `round ${number}`}: ${time.toFixed(0)} ms`)
    if (number > 0) times.push(time)
  }
  const middle = median(times)
  return [
    {
      goal: '14',
      work: `count of three conditions while editing, ${patients.toLocaleString('en')} patients`,
      target: `≤ ${targetMs} ms`,
      measured: `${middle.toFixed(0)} ms (${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)})`,
      cpu: '–',
      memory: '–',
      met: middle <= targetMs,
    },
  ]
}
