import { describe, expect, test } from 'vitest'
import { findLaterChanges, findRecordAt, groupSaves, isSameValue, listChanges, pageSaves, type DataDomainVersion } from './history.ts'

const version = (number: number, values: DataDomainVersion['values'], more: Partial<DataDomainVersion> = {}): DataDomainVersion => ({
  dataDomain: 'medical',
  version: number,
  at: `2026-03-0${number}T10:00:00.000Z`,
  actor: 'ca@example.org',
  source: 'form',
  reason: null,
  values,
  ...more,
})

const versions = [
  version(1, { HB: null, WEIGHT: null }),
  version(2, { HB: 9, WEIGHT: null }),
  version(2, { address_town: 'Roma' }, { dataDomain: 'personal', at: '2026-03-02T12:00:00.000Z', source: 'patient' }),
  version(3, { HB: 9, WEIGHT: 60 }, { source: 'file' }),
  version(4, { HB: 10, WEIGHT: 60 }, { reason: 'Altro prelievo' }),
]

describe('REQ-CRF-03: the history of a record', () => {
  test('lists what each save changed, each data domain by itself', () => {
    expect(listChanges(versions).map(({ field, old, new: now, source }) => [field, old, now, source])).toEqual([
      ['HB', null, 9, 'form'],
      ['address_town', null, 'Roma', 'patient'],
      ['WEIGHT', null, 60, 'file'],
      ['HB', 9, 10, 'form'],
    ])
  })

  test('groups the changes of one save, in both data domains, and keeps saves of two people at one moment apart', () => {
    const upload = { at: '2026-03-05T10:00:00.000Z', source: 'file', actor: 'file@example.org' } as const
    const changes = listChanges([
      ...versions,
      version(5, { HB: 11, WEIGHT: 61 }, upload),
      version(3, { address_town: 'Milano' }, { ...upload, dataDomain: 'personal' }),
      version(6, { HB: 12, WEIGHT: 61 }, { ...upload, actor: 'other@example.org' }),
    ])
    const saves = groupSaves(changes).toReversed()
    expect(saves.map(({ actor, changes: own }) => [actor, own.map(({ field }) => field)])).toEqual([
      ['other@example.org', ['HB']],
      ['file@example.org', ['WEIGHT', 'HB', 'address_town']],
      ['ca@example.org', ['HB']],
      ['ca@example.org', ['WEIGHT']],
      ['ca@example.org', ['address_town']],
      ['ca@example.org', ['HB']],
    ])
    expect(saves[2]).toEqual({
      at: '2026-03-04T10:00:00.000Z',
      actor: 'ca@example.org',
      source: 'form',
      reason: 'Altro prelievo',
      changes: [{ field: 'HB', old: 9, new: 10 }],
    })
  })

  test('comes in pages that never split the saves of one moment', () => {
    const saves = ['05', '04', '04', '03', '02'].map((day) => ({
      at: `2026-03-${day}T10:00:00.000Z`,
      actor: 'ca@example.org',
      source: 'form' as const,
      reason: null,
      changes: [],
    }))
    const first = pageSaves(saves, undefined, 2)
    expect(first).toEqual({ saves: saves.slice(0, 3), next: '2026-03-04T10:00:00.000Z' })
    const second = pageSaves(saves, first.next ?? undefined, 2)
    expect(second).toEqual({ saves: saves.slice(3), next: null })
    expect(pageSaves(saves, undefined, 5)).toEqual({ saves, next: null })
  })

  test.each([
    ['before the first save', '2026-02-01T00:00:00Z', {}],
    ['at the moment of a save', '2026-03-02T10:00:00Z', { HB: 9, WEIGHT: null }],
    ['between saves of two data domains', '2026-03-02T13:00:00Z', { HB: 9, WEIGHT: null, address_town: 'Roma' }],
    ['after the last save', '2026-04-01T00:00:00Z', { HB: 10, WEIGHT: 60, address_town: 'Roma' }],
  ])('has the record %s', (_when, moment, record) => {
    expect(findRecordAt(versions, new Date(moment))).toEqual(record)
  })
})

test.each([
  ['nothing after the last versions', { identity: 0, personal: 2, medical: 4 }, []],
  [
    'the last change of a field',
    { identity: 0, personal: 2, medical: 1 },
    [
      ['HB', 10],
      ['WEIGHT', 60],
    ],
  ],
  ['changes of the other data domain', { identity: 0, personal: 1, medical: 4 }, [['address_town', 'Roma']]],
] as const)('REQ-CRF-04: the later changes are %s', (_what, seen, changes) => {
  expect([...findLaterChanges(versions, seen).values()].map(({ field, new: now }) => [field, now])).toEqual(changes)
})

test.each([
  [null, undefined, true],
  [['a', 'b'], ['a', 'b'], true],
  [['a', 'b'], ['b', 'a'], false],
  [1, 1, true],
  [false, null, false],
] as const)('%j and %j are the same value: %s', (one, other, same) => expect(isSameValue(one, other)).toBe(same))
