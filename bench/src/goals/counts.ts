import { callProcedure, signIn } from '../client.ts'
import { runRounds, timeMs } from '../measure.ts'
import { withDatabase, type Registry } from '../registry.ts'
import { timeResult, type Result } from '../results.ts'

/** Four conditions on both consents, as in a study of iron overload. */
const predicates = [
  { field: 'SEX', operator: '=', value: 'F' },
  { field: 'FERRITIN', operator: '>', value: 1000 },
  { field: 'HB', operator: '<', value: 10 },
  { field: 'ALT', operator: '<', value: 100 },
]

/** The count of a filter that a data manager edits, from the request to the end of the response (REQ-FIL-10). */
export const measureCounts = async (registry: Registry, rounds: number): Promise<Result[]> => {
  const client = await signIn(registry.port, 'dm@demo.example')
  const [found] = await withDatabase(
    registry.owner,
    (database) => database<{ patients: number }[]>`SELECT count(*) AS patients FROM patient`,
  )
  const input = { asRole: 'DataManager', where: { kind: 'predicates', predicates } }
  const times = await runRounds(rounds, () => timeMs(() => callProcedure(client, 'savedFilters.count', input)))
  return [timeResult(`count of a filter with four conditions, ${found?.patients.toLocaleString('en')} patients`, times, 300)]
}
