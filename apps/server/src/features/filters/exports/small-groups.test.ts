import { beforeAll, expect, test } from 'vitest'
import { allConsents } from '@registry/db/testing/fixtures'
import { useTestDatabase } from '@registry/db/testing/use-test-database'
import { withTransaction } from '@registry/db/transaction'
import { countSmallGroups } from './small-groups.ts'

const database = useTestDatabase('RM01')
const today = '2026-11-27'
const every = ['AGE_BAND', 'SEX', 'address_area', 'lob_region', 'GENOTYPE']
const ids: number[] = []

beforeAll(async () => {
  const woman = { sex: 'F', dob: '1990-02-03', address_area: 'R12' }
  const patients = [
    ...Array.from({ length: 5 }, () => ({ personal: woman, consents: allConsents })),
    ...Array.from({ length: 2 }, () => ({ personal: { ...woman, address_area: 'R03' }, consents: allConsents })),
    { personal: { ...woman, sex: 'M', dob: '1950-02-03' }, consents: allConsents },
    { personal: woman, consents: { ...allConsents, C_DB_P: false } },
  ]
  for (const patient of patients) ids.push((await database.createPatient({ ...patient, medical: { genotype: 'B0_B0' } })).id)
})

const count = (patientIds: readonly number[], columns: readonly string[], areas?: Record<string, string>) =>
  withTransaction(database.server, { actor: 'ca@example.org', source: 'form', scope: { kind: 'centre', centre: 'RM01' } }, (tx) =>
    countSmallGroups(tx, patientIds.join(','), { today, columns, areas }),
  )

test.each([
  ['all columns', every, undefined, { alone: 2, inSmallGroups: 4 }],
  ['all columns, with coarser values', every, { R12: 'ITI', R03: 'ITI' }, { alone: 2, inSmallGroups: 2 }],
  ['the sex alone', ['SEX'], undefined, { alone: 2, inSmallGroups: 2 }],
  ['no column that identifies', ['HB'], undefined, { alone: 0, inSmallGroups: 0 }],
])('REQ-EXP-04: counts patients alone and in small groups by %s, withheld values as empty', async (_, columns, areas, expected) => {
  expect(await count(ids, columns, areas)).toEqual(expected)
})

test.each([[every], [[]]])('nobody is in no small group, columns %j', async (columns) => {
  expect(await count([], columns)).toEqual({ alone: 0, inSmallGroups: 0 })
})
