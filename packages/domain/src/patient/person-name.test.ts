import { expect, test } from 'vitest'
import { formatPersonName } from './person-name.ts'

test.each([
  ['MARIA', 'Maria'],
  ['ANNA MARIA', 'Anna Maria'],
  ["D'ANGELO", "D'Angelo"],
  ['DELL’ORTO', 'Dell’Orto'],
  ['ROSSI-BIANCHI', 'Rossi-Bianchi'],
  ['NICCOLÒ', 'Niccolò'],
  ['ÈLIA', 'Èlia'],
  ['DE LUCA', 'De Luca'],
  ['McDonald', 'McDonald'],
  ['', ''],
])('REQ-PAT-07: %s is shown as %s', (stored, shown) => expect(formatPersonName(stored)).toBe(shown))
