import type { FieldName } from '@registry/domain/fields/dictionary'
import type { PatientRecord, Value } from '@registry/domain/fields/values'
import { isSameValue } from '@registry/domain/ecrf/history'

export type Changes = Partial<Record<FieldName, Value>>

/** The values of a record that is being edited. Each input listens to its own field, so that a key renders one input. */
export type RecordStore = {
  get(name: FieldName): Value
  set(name: FieldName, value: Value): void
  /** Takes back the last change of another field or value. */
  undo(): void
  subscribe(listener: () => void): () => void
  /** The values with the changes. The same object until the next change. */
  record(): PatientRecord
  /** Differences from the stored values. The same object until the next change. */
  changes(): Changes
  /** Takes newly stored values as the base. The changes of other fields stay. */
  rebase(stored: PatientRecord, kept: Changes): void
}

export const createRecordStore = (initial: PatientRecord, restored: Changes = {}): RecordStore => {
  let stored = initial
  let changes = restored
  let record: PatientRecord = { ...stored, ...changes }
  let past: readonly { readonly name: FieldName; readonly value: Value }[] = []
  const listeners = new Set<() => void>()
  const notify = (): void => {
    record = { ...stored, ...changes }
    for (const listener of listeners) listener()
  }
  const store = (name: FieldName, value: Value): void => {
    const { [name]: _former, ...others } = changes
    changes = isSameValue(value, stored[name]) ? others : { ...others, [name]: value }
    notify()
  }
  return {
    get: (name) => record[name] ?? null,
    set: (name, value) => {
      // Typing in one field is one step.
      if (past.at(-1)?.name !== name) past = [...past, { name, value: record[name] ?? null }]
      store(name, value)
    },
    undo: () => {
      const last = past.at(-1)
      if (!last) return
      past = past.slice(0, -1)
      store(last.name, last.value)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    record: () => record,
    changes: () => changes,
    rebase: (fresh, kept) => {
      stored = fresh
      changes = kept
      past = []
      notify()
    },
  }
}
