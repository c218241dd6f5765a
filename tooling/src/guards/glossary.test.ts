import { expect, test } from 'vitest'
import { readSources, report } from '../repository.ts'
import { checkGlossary, glossary } from './glossary.ts'

/** All handwritten files. Mails and consents in the catalogues have fixed texts. */
const written = /^(?!packages\/db\/migrations\/)(?!.*\.po$)/

test('no path, identifier or sentence contains a replaced word of the glossary', () => {
  const files = readSources(written)
  expect(files.length).toBeGreaterThan(100)
  expect(report(checkGlossary(files))).toBe('')
})

test('each word is listed once, in lower case', () => {
  const words = glossary.map(({ not }) => not)
  expect(new Set(words).size).toBe(words.length)
  expect(words.filter((word) => !/^[a-z\d]+( [a-z\d]+)*$/.test(word))).toEqual([])
})

const entries = [{ not: 'front door', say: 'request hooks' }]

test.each([
  ['// One front door for all', 'x.ts:1'],
  ['const frontDoor = 1', 'x.ts:1'],
  ['\nSELECT front_door', 'x.ts:2'],
  ["import './front-door.ts'", 'x.ts:1'],
  ['export const FRONT_DOOR = 1', 'x.ts:1'],
])('planted: %j is found', (text, path) => {
  expect(checkGlossary([{ path: 'x.ts', text }], entries)).toEqual([{ path, problem: 'says "front door"', remedy: 'say "request hooks"' }])
})

test('a planted file name is found', () => {
  expect(checkGlossary([{ path: 'src/front-door.ts', text: '' }], entries)).toEqual([
    { path: 'src/front-door.ts', problem: 'the path says "front door"', remedy: 'say "request hooks"' },
  ])
})

test.each(['the front of a door', 'frontDoors', 'upfront door'])('%j is not the word', (text) => {
  expect(checkGlossary([{ path: 'x.ts', text }], entries)).toEqual([])
})

test.each([
  ['packages/db/src/schema/patients.ts', "centerCode: code('center_code')"],
  ['packages/db/src/sql/patients.ts', 'ON patient.center_code = centre.code'],
  ['apps/server/src/features/imports/run-import.ts', 'centerCode: centre'],
  ['packages/domain/src/patient/registration.ts', 'readonly centerId: string'],
])('planted: the wire name in %s is found', (path, text) => {
  expect(checkGlossary([{ path, text }])).not.toEqual([])
})

test.each([
  ['packages/domain/src/imports/columns.ts', "new Set(['center_code', 'SURNAME'])"],
  ['apps/server/src/features/imports/legacy.ts', 'findCallerCentre(caller, request.centerCode)'],
  ['packages/domain/src/patient/registration.ts', "read('CENTER_ID')"],
])('%s may say the wire name %j', (path, text) => {
  expect(checkGlossary([{ path, text }])).toEqual([])
})
