import { describe, expect, test } from 'vitest'
import type { WrittenCondition } from '@registry/domain/filter/condition'
import { bringInConditions, checkDraft, emptyDraft, parseUnsavedDraft, switchMode } from './draft.ts'

const conditions: WrittenCondition = {
  kind: 'predicates',
  predicates: [
    { field: 'HB', operator: '<', value: 9 },
    { field: 'SEX', operator: '<>', value: "l'altro", orMissing: true },
  ],
}
const sql: WrittenCondition = { kind: 'sql', text: 'HB <' }
const emptySql: WrittenCondition = { kind: 'sql', text: '' }

describe('REQ-FIL-16: changing between conditions and SQL', () => {
  test('keeps what was written in both modes', () => {
    const inSql = switchMode({ ...emptyDraft, where: conditions }, 'sql')
    expect(inSql).toEqual({ where: emptySql, aside: conditions })
    const back = switchMode({ ...emptyDraft, ...inSql, where: sql }, 'predicates')
    expect(back).toEqual({ where: conditions, aside: sql })
    expect(switchMode({ ...emptyDraft, ...back }, 'sql')).toEqual({ where: sql, aside: conditions })
  })

  test('keeps no trace of an empty mode, so that an unchanged filter stays unchanged', () => {
    const inSql = { ...emptyDraft, ...switchMode(emptyDraft, 'sql') }
    expect({ ...emptyDraft, ...switchMode(inSql, 'predicates') }).toEqual(emptyDraft)
  })

  test('an unsaved draft keeps both modes, and only the shown one is saved', () => {
    const draft = {
      ...emptyDraft,
      name: 'n',
      description: 'd',
      fields: { PATIENT: ['SEX' as const], MEDICAL_DATA: {} },
      where: sql,
      aside: conditions,
    }
    expect(parseUnsavedDraft({ version: 2, draft })).toEqual({ version: 2, draft })
    const checked = checkDraft(draft)
    expect(checked).toMatchObject({ filter: { where: sql } })
    expect(checked).not.toHaveProperty('filter.aside')
  })
})

describe('REQ-FIL-16: bringing in the conditions', () => {
  test('writes them as SQL', () => {
    expect(bringInConditions({ where: emptySql, aside: conditions })).toEqual({ text: "HB < 9 AND (SEX <> 'l''altro' OR SEX IS NULL)" })
  })

  test.each([
    ['a text box that is not empty', { where: sql, aside: conditions }, 'text'],
    ['no conditions', { where: emptySql, aside: null }, 'none'],
    [
      'conditions of more than 4000 characters',
      {
        where: emptySql,
        aside: {
          kind: 'predicates',
          predicates: [{ field: 'HOSPEDAL_CAUSES', operator: 'in', value: Array<string>(499).fill('285.9 and more') }],
        },
      } as const satisfies { where: WrittenCondition; aside: WrittenCondition },
      'long',
    ],
  ])('rejects %s', (_what, draft, rejected) => expect(bringInConditions(draft)).toEqual({ rejected }))
})
