import { expect, test } from 'vitest'
import { isNearName } from './near-name.ts'

test.each([
  ['dryRun', 'dry_run'],
  ['centercode', 'centerCode'],
  ['CENTER ID', 'CENTER_ID'],
  ['Center-Id', 'CENTER_ID'],
  ['CENTRE_ID', 'CENTER_ID'],
  ['CENTER_IDD', 'CENTER_ID'],
  ['CNTER_ID', 'CENTER_ID'],
  ['CENTER_IF', 'CENTER_ID'],
  ['WIEGHT', 'WEIGHT'],
  ['h_b', 'HB'],
])('REQ-IMP-04: %s is near %s', (name, known) => {
  expect(isNearName(name, known)).toBe(true)
})

test.each([
  ['HBX', 'HB'],
  ['HG', 'HB'],
  ['CENTRES_ID', 'CENTER_ID'],
  ['COLOUR', 'WEIGHT'],
  ['WGEIHT', 'WEIGHT'],
  ['WEIGHTED1', 'WEIGHT'],
  ['H\u0392', 'HB'],
])('REQ-IMP-04: %s is not near %s', (name, known) => {
  expect(isNearName(name, known)).toBe(false)
})
