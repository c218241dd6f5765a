import type { FieldCheck, FieldChecks } from '@registry/domain/ecrf/field-checks'
import type { FieldName } from '@registry/domain/fields/dictionary'

const none: FieldCheck = {}

/** The fields that a person has left since the last save, and the results of their checks. Each input listens to its own. */
export type LeftFields = {
  readonly leave: (name: FieldName) => void
  /** The same object until the findings of a field change. */
  readonly find: (name: FieldName) => FieldCheck
  readonly forget: () => void
  readonly subscribe: (listener: () => void) => () => void
}

const isSame = (left: FieldCheck, right: FieldCheck): boolean => JSON.stringify(left) === JSON.stringify(right)

export const createLeftFields = (check: (left: ReadonlySet<FieldName>) => FieldChecks): LeftFields => {
  let left: ReadonlySet<FieldName> = new Set()
  let found: FieldChecks = new Map()
  const listeners = new Set<() => void>()
  const replace = (next: FieldChecks): void => {
    const before = found
    found = new Map(
      [...next].map(([name, now]) => {
        const previous = before.get(name)
        return [name, previous && isSame(previous, now) ? previous : now]
      }),
    )
    for (const listener of listeners) listener()
  }
  return {
    leave: (name) => {
      left = new Set([...left, name])
      replace(check(left))
    },
    find: (name) => found.get(name) ?? none,
    forget: () => {
      left = new Set()
      replace(new Map())
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
