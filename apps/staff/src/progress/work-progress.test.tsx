import { expect, test } from 'vitest'
import { progressQuery } from './work-progress.tsx'

test('work of minutes is asked about less often, because each question is an entry of the log', () => {
  const intervals = [0, 19, 20, 600].map((dataUpdateCount) => progressQuery.refetchInterval({ state: { dataUpdateCount } }))
  expect(intervals).toEqual([1000, 1000, 5000, 5000])
})
