import { findField, type FieldName } from '@registry/domain/fields/dictionary'
import type { PatientRecord, Value } from '@registry/domain/fields/values'
import { isSameValue } from '@registry/domain/ecrf/history'

export type Changes = Partial<Record<FieldName, Value>>

/** The values of a record that is being edited. Each input listens to its own field, so that a key renders one input. */
export type RecordStore = {
  get(name: FieldName): Value
  set(name: FieldName, value: Value): void
  /** Changes several fields as one step, such as a field and those that it hides. */
  setAll(values: Changes): void
  /** Takes back the last step. */
  undo(): void
  subscribe(listener: () => void): () => void
  /** The values with the changes. The same object until the next change. */
  record(): PatientRecord
  /** The values without the changes. */
  stored(): PatientRecord
  /** Differences from the stored values. The same object until the next change. */
  changes(): Changes
  /** Takes newly stored values as the base of all changes. Returns false, and takes nothing, if another one is stored for a changed field. */
  refresh(stored: PatientRecord): boolean
  /** Takes newly stored values as the base. The changes of other fields stay. */
  rebase(stored: PatientRecord, kept: Changes): void
}

const listNames = (values: Changes): readonly FieldName[] => Object.keys(values).flatMap((name) => findField(name)?.name ?? [])

export const createRecordStore = (initial: PatientRecord, restored: Changes = {}): RecordStore => {
  let stored = initial
  let changes = restored
  let record: PatientRecord = { ...stored, ...changes }
  let past: readonly Changes[] = []
  const listeners = new Set<() => void>()
  const notify = (): void => {
    record = { ...stored, ...changes }
    for (const listener of listeners) listener()
  }
  const apply = (values: Changes): void => {
    const next = { ...changes, ...values }
    changes = Object.fromEntries(
      listNames(next).flatMap((name) => (isSameValue(next[name], stored[name]) ? [] : [[name, next[name] ?? null]])),
    )
    notify()
  }
  const read = (names: readonly FieldName[]): Changes => Object.fromEntries(names.map((name) => [name, record[name] ?? null]))
  return {
    get: (name) => record[name] ?? null,
    set: (name, value) => {
      // Typing in one field is one step.
      if (listNames(past.at(-1) ?? {}).join() !== name) past = [...past, read([name])]
      apply({ [name]: value })
    },
    setAll: (values) => {
      past = [...past, read(listNames(values))]
      apply(values)
    },
    undo: () => {
      const last = past.at(-1)
      if (!last) return
      past = past.slice(0, -1)
      apply(last)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    record: () => record,
    stored: () => stored,
    changes: () => changes,
    refresh: (fresh) => {
      if (listNames(changes).some((name) => !isSameValue(fresh[name], stored[name]))) return false
      stored = fresh
      notify()
      return true
    },
    rebase: (fresh, kept) => {
      stored = fresh
      changes = kept
      past = []
      notify()
    },
  }
}
