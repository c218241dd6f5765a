import { fields, type FieldName } from '../fields/dictionary.ts'
import { formatValue, type PatientRecord, type Value } from '../fields/values.ts'

/** The ways to save a value. The registry computes the statistics of dated results. */
export const sources = ['form', 'file', 'service', 'patient', 'system', 'computed'] as const
export type Source = (typeof sources)[number]

/** A save of one data domain: actor, time and source, and the values of the data domain after it. */
export type DataDomainVersion = {
  readonly dataDomain: 'identity' | 'personal' | 'medical'
  readonly version: number
  readonly at: string
  readonly actor: string
  readonly source: Source
  readonly reason: string | null
  readonly values: PatientRecord
}

export type ValueChange = Omit<DataDomainVersion, 'values'> & { readonly field: FieldName; readonly old: Value; readonly new: Value }

export const isSameValue = (one: Value | undefined, other: Value | undefined): boolean =>
  formatValue(one ?? null) === formatValue(other ?? null)

/** Lists what each save changed, the oldest first. The versions of a data domain are in ascending order; the first follows an empty data domain. */
export const listChanges = (versions: readonly DataDomainVersion[]): readonly ValueChange[] => {
  const before = new Map<DataDomainVersion['dataDomain'], PatientRecord>()
  return versions.flatMap(({ values, ...saved }) => {
    const earlier = before.get(saved.dataDomain) ?? {}
    before.set(saved.dataDomain, values)
    return fields.flatMap(({ name: field }) => {
      if (!Object.hasOwn(values, field)) return []
      const [old, now] = [earlier[field] ?? null, values[field] ?? null]
      return isSameValue(old, now) ? [] : [{ ...saved, field, old, new: now }]
    })
  })
}

/** The changes of one save, by one person at one moment, in all data domains. */
export type Save = Pick<ValueChange, 'at' | 'actor' | 'source' | 'reason'> & {
  readonly changes: readonly Pick<ValueChange, 'field' | 'old' | 'new'>[]
}

/** Groups changes by save, in the order of their first changes. */
export const groupSaves = (changes: readonly ValueChange[]): readonly Save[] => {
  const groups = Map.groupBy(changes, ({ at, actor, source }) => `${at} ${actor} ${source}`)
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (!first) return []
    const { at, actor, source, reason } = first
    return [{ at, actor, source, reason, changes: [first, ...rest].map(({ field, old, new: now }) => ({ field, old, new: now })) }]
  })
}

/** The saves before a moment. A page ends with all saves of one moment, because the next one continues before that moment. */
export const pageSaves = (
  saves: readonly Save[],
  before: string | undefined,
  size: number,
): { readonly saves: readonly Save[]; readonly next: string | null } => {
  const older = before === undefined ? saves : saves.filter(({ at }) => at < before)
  const last = older.at(size - 1)?.at
  const page = last === undefined ? older : older.filter(({ at }) => at >= last)
  return { saves: page, next: page.length < older.length ? (last ?? null) : null }
}

/** Returns the values of the record at a moment: of each data domain the last save until then. */
export const findRecordAt = (versions: readonly DataDomainVersion[], moment: Date): PatientRecord =>
  versions.filter(({ at }) => new Date(at) <= moment).reduce<PatientRecord>((record, { values }) => ({ ...record, ...values }), {})

/** The last change of each field after the versions that an editor saw, by other editors too (REQ-CRF-04). */
export const findLaterChanges = (
  versions: readonly DataDomainVersion[],
  seen: Readonly<Record<DataDomainVersion['dataDomain'], number>>,
): ReadonlyMap<FieldName, ValueChange> => {
  const changes = listChanges(versions).filter(({ dataDomain, version }) => version > seen[dataDomain])
  return new Map(changes.map((change) => [change.field, change]))
}
