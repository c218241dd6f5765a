import { describe, expect, test } from 'vitest'
import type { WrittenCondition } from '@registry/domain/filter/condition'
import { bringInConditions, checkDraft, emptyDraft, findGuidedConditions, parseUnsavedDraft, switchMode } from './draft.ts'

const conditions = {
  kind: 'predicates',
  predicates: [
    { field: 'HB', operator: '<', value: 9 },
    { field: 'SEX', operator: '<>', value: "l'altro", orMissing: true },
  ],
} as const satisfies WrittenCondition
const sql = { kind: 'sql', text: 'HB <' } as const satisfies WrittenCondition
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
    expect(bringInConditions(' ', conditions)).toEqual({ text: "HB < 9 AND (SEX <> 'l''altro' OR SEX IS NULL)" })
  })

  test('rejects a text box that is not empty', () => expect(bringInConditions(sql.text, conditions)).toEqual({ rejected: 'text' }))

  test('rejects conditions of more than 4000 characters', () => {
    const value = Array<string>(499).fill('285.9 and more')
    const long = { kind: 'predicates' as const, predicates: [{ field: 'HOSPEDAL_CAUSES' as const, operator: 'in' as const, value }] }
    expect(bringInConditions('', long)).toEqual({ rejected: 'long' })
  })

  test('is offered only if there are conditions', () => {
    expect(findGuidedConditions({ aside: conditions })).toEqual(conditions)
    for (const aside of [null, sql, { kind: 'predicates' as const, predicates: [] }])
      expect(findGuidedConditions({ aside })).toBeUndefined()
  })
})
