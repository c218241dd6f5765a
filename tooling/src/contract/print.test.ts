import { expect, test } from 'vitest'
import { printContract } from './print.ts'

test('a procedure and a legacy path are printed with permission, audit name and reads', () => {
  const meta = { permission: 'filter:run', command: 'inthem_query', action: 'RUN', reads: 'patients' } as const
  const printed = printContract(new Map([['filters.run', { meta }]]), [{ method: 'POST', path: '/inthem_query', ...meta }])
  expect(printed).toMatch(/^filters\.run +filter:run +inthem_query RUN +patients$/m)
  expect(printed).toMatch(/^POST \/api\/inthem_query RUN +filter:run +inthem_query +patients$/m)
})
