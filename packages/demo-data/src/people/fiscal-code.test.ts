import { expect, test } from 'vitest'
import { fiscalCode } from './fiscal-code.ts'

test.each([
  [
    'Mario Rossi, the usual example',
    { surname: 'Rossi', name: 'Mario', birth: '1985-12-10', sex: 'M', cadastral: 'A562' },
    'RSSMRA85T10A562S',
  ],
  [
    'a woman, whose day of birth is raised by forty',
    { surname: 'Rossi', name: 'Maria', birth: '1980-01-01', sex: 'F', cadastral: 'H501' },
    'RSSMRA80A41H501Y',
  ],
  [
    'a name of four consonants, without the second',
    { surname: 'Fo', name: 'Gianfranco', birth: '1970-03-05', sex: 'M', cadastral: 'F205' },
    'FOXGFR70C05F205Q',
  ],
] as const)('the codice fiscale of %s', (_, person, code) => {
  expect(fiscalCode(person)).toBe(code)
})
