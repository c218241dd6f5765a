import type { SavedFilter } from '@registry/api-contract/saved-filters'

/** True when the stored selection or condition is unreadable: the filter is shown but never runs. */
export const isBroken = ({ fields, where }: Pick<SavedFilter, 'fields' | 'where'>): boolean => fields === null || where === null
