/**
 * The three areas that share the filter screens. CenterAdmin and DataManager run filters, GlobalAdmin does not (REQ-FIL-04). All three see
 * how many of their patients the conditions select (REQ-FIL-10).
 */
export const filterAreas = {
  ga: { list: '/ga_filtri', detail: '/ga_filtro', study: '/ga_studio', runsAs: undefined, countsAs: 'GlobalAdmin' },
  dm: { list: '/dm_filtri', detail: '/dm_filtro', study: '/dm_studio', runsAs: 'DataManager', countsAs: 'DataManager' },
  ca: { list: '/ca_filtri', detail: '/ca_filtro', study: '/ca_studio', runsAs: 'CenterAdmin', countsAs: 'CenterAdmin' },
} as const
export type FilterArea = (typeof filterAreas)[keyof typeof filterAreas]
export type CountsAs = FilterArea['countsAs']

/** Replaces the id in the address of a filter that is not saved yet (REQ-UI-03). */
export const newFilterId = '__new__'

/** The name of the draft of a filter that is not saved yet. */
export const newFilterDraft = `filter ${newFilterId}`

export const filterAddress = (area: FilterArea, id: number | typeof newFilterId): string => `${area.detail}/${id}`
