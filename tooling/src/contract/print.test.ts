import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSource } from '../repository.ts'
import { contractPath, currentContract } from './current.ts'
import { printContract } from './print.ts'

test('docs/contract.txt matches the code; `pnpm contract:print` writes it', () => {
  expect(currentContract().split('\n').length).toBeGreaterThan(100)
  expect(readSource(contractPath).text, 'run `pnpm contract:print`').toBe(currentContract())
})

const procedure = {
  path: 'notes.save',
  kind: 'mutation',
  permission: 'filter:write',
  command: 'note',
  action: 'ADD',
  inputs: [z.strictObject({ text: z.string().min(1).max(80), at: z.iso.date().optional() })],
  output: z.object({ id: z.int(), marks: z.enum(['a', 'b']).array() }),
}

test('bounds, choices and optional properties are printed', () => {
  const printed = printContract([procedure], [])
  expect(printed).toContain('text: string(minLength 1, maxLength 80)')
  expect(printed).toContain('at?: string(format date)')
  expect(printed).toContain('marks: ("a" | "b")[]')
})

test.each([
  ['the permission', { permission: 'filter:read' }],
  ['the command', { command: 'other' }],
  ['a bound of the input', { inputs: [z.strictObject({ text: z.string().min(1).max(81), at: z.iso.date().optional() })] }],
  ['whether unknown names are refused', { inputs: [z.looseObject({ text: z.string().min(1).max(80), at: z.iso.date().optional() })] }],
  ['a property of the output', { output: z.object({ id: z.int(), marks: z.enum(['a', 'b']).array(), secret: z.string() }) }],
])('a planted change of %s shows in the print', (_what, change) => {
  expect(printContract([{ ...procedure, ...change }], [])).not.toBe(printContract([procedure], []))
})

test('a legacy path and its permission are printed', () => {
  const legacy = { method: 'POST', path: '/inthem_query', action: 'LIST', permission: 'filter:read', command: 'inthem_query' } as const
  expect(printContract([], [legacy])).toMatch(/POST \/api\/inthem_query LIST +filter:read +inthem_query/)
})
