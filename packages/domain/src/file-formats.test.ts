import { expect, test } from 'vitest'
import { findFormatOfName, guessFormat, type FileFormat } from './file-formats.ts'

test.each<[string, FileFormat | undefined]>([
  ['dati.csv', 'csv'],
  ['DATI.XLSX', 'xlsx'],
  ['dati.txt', undefined],
  ['csv', undefined],
])('REQ-IMP-07: the name %s says the format %s', (name, format) => {
  expect(findFormatOfName(name)).toBe(format)
})

test.each<[string, FileFormat]>([
  ['CENTER_ID;HB', 'csv'],
  ['\uFEFF [{"CENTER_ID":"1"}]', 'json'],
  ['{"rows":[]}', 'json'],
  ['<?xml version="1.0"?>', 'xml'],
  ['PK\u0003\u0004', 'xlsx'],
  ['', 'csv'],
])('REQ-IMP-07: a file that begins with %j is %s', (start, format) => {
  expect(guessFormat(start)).toBe(format)
})
