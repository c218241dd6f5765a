import { expect, test } from 'vitest'
import { formatCurl } from './page.ts'

const fields = { document: 'scheda_paziente', lang: 'it' }

test.each([
  ['GET', fields, 'curl http://x/api/p \\\n  -G \\\n  --data-urlencode document=scheda_paziente \\\n  --data-urlencode lang=it'],
  ['GET', {}, 'curl http://x/api/p'],
  ['POST', { lang: 'it' }, 'curl http://x/api/p \\\n  --data-urlencode lang=it'],
] as const)('REQ-API-08: the example of a %s with %j can be run', (method, given, command) => {
  expect(formatCurl({ method, path: '/p', example: { fields: given } }, 'http://x/api')).toBe(command)
})
