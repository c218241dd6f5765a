import { describe, expect, it, vi } from 'vitest'
import { createRecordStore } from './record-store.ts'

describe('REQ-CRF-04: the values of a record in the form', () => {
  it('count as changed only while they differ from the stored ones', () => {
    const store = createRecordStore({ HB: 9, TT: null })
    store.set('HB', 10)
    store.set('TT', 'NEVER')
    expect(store.changes()).toEqual({ HB: 10, TT: 'NEVER' })
    store.set('HB', 9)
    expect(store.changes()).toEqual({ TT: 'NEVER' })
    expect(store.record()).toEqual({ HB: 9, TT: 'NEVER' })
  })

  it('are taken back field by field', () => {
    const store = createRecordStore({ HB: 9, TT: null })
    store.set('HB', 1)
    store.set('HB', 10)
    store.set('TT', 'NEVER')
    store.undo()
    expect(store.record()).toEqual({ HB: 10, TT: null })
    store.undo()
    store.undo()
    expect(store.changes()).toEqual({})
  })

  it('are taken back together where one change made them', () => {
    const store = createRecordStore({ BMT: true, BMT_NOTE: 'x' })
    store.setAll({ BMT: false, BMT_NOTE: null })
    expect(store.changes()).toEqual({ BMT: false, BMT_NOTE: null })
    store.undo()
    expect(store.record()).toEqual({ BMT: true, BMT_NOTE: 'x' })
    expect(store.changes()).toEqual({})
  })

  it('notify their listeners, and keep what others did not store', () => {
    const store = createRecordStore({ HB: 9 }, { HB: 10 })
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    store.rebase({ HB: 11 }, { HB: 10 })
    stop()
    store.set('HB', 12)
    expect(listener).toHaveBeenCalledOnce()
    expect(store.get('HB')).toBe(12)
  })
})
