import { fields, type FieldName } from '../fields/dictionary.ts'
import { formatValue, type PatientRecord, type Value } from '../fields/values.ts'

/** The ways to save a value. */
export const sources = ['form', 'file', 'service', 'patient', 'system'] as const
export type Source = (typeof sources)[number]

/** A save of one block: actor, time and source, and the values of the block after it. */
export type BlockVersion = {
  readonly block: 'identity' | 'personal' | 'medical'
  readonly version: number
  readonly at: string
  readonly actor: string
  readonly source: Source
  readonly reason: string | null
  readonly values: PatientRecord
}

export type ValueChange = Omit<BlockVersion, 'values'> & { readonly field: FieldName; readonly old: Value; readonly new: Value }

export const isSameValue = (one: Value | undefined, other: Value | undefined): boolean =>
  formatValue(one ?? null) === formatValue(other ?? null)

/** Lists what each save changed, the oldest first. The versions of a block are in ascending order; the first follows an empty block. */
export const listChanges = (versions: readonly BlockVersion[]): readonly ValueChange[] => {
  const before = new Map<BlockVersion['block'], PatientRecord>()
  return versions.flatMap(({ values, ...saved }) => {
    const earlier = before.get(saved.block) ?? {}
    before.set(saved.block, values)
    return fields.flatMap(({ name: field }) => {
      if (!Object.hasOwn(values, field)) return []
      const [old, now] = [earlier[field] ?? null, values[field] ?? null]
      return isSameValue(old, now) ? [] : [{ ...saved, field, old, new: now }]
    })
  })
}

/** Returns the values of the record at a moment: of each block the last save until then. */
export const findRecordAt = (versions: readonly BlockVersion[], moment: Date): PatientRecord =>
  versions.filter(({ at }) => new Date(at) <= moment).reduce<PatientRecord>((record, { values }) => ({ ...record, ...values }), {})

/** The last change of each field after the versions that an editor saw, by other editors too (REQ-CRF-04). */
export const findLaterChanges = (
  versions: readonly BlockVersion[],
  seen: Readonly<Record<BlockVersion['block'], number>>,
): ReadonlyMap<FieldName, ValueChange> => {
  const changes = listChanges(versions).filter(({ block, version }) => version > seen[block])
  return new Map(changes.map((change) => [change.field, change]))
}
