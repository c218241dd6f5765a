/**
 * The three areas that share the filter screens. CenterAdmin and DataManager run filters, GlobalAdmin does not, and sees no number
 * of patients about a filter (REQ-FIL-11).
 */
export const filterAreas = {
  ga: { list: '/ga_filtri', detail: '/ga_filtro', study: '/ga_studio', exports: '/ga_esportazioni', runsAs: undefined },
  dm: { list: '/dm_filtri', detail: '/dm_filtro', study: '/dm_studio', exports: '/dm_esportazioni', runsAs: 'DataManager' },
  ca: { list: '/ca_filtri', detail: '/ca_filtro', study: '/ca_studio', exports: '/ca_esportazioni', runsAs: 'CenterAdmin' },
} as const
export type FilterArea = (typeof filterAreas)[keyof typeof filterAreas]

/** Replaces the id in the address of a filter that is not saved yet. */
export const newFilterId = '__new__'

/** The name of the draft of a filter that is not saved yet. */
export const newFilterDraft = `filter ${newFilterId}`

export const filterAddress = (area: FilterArea, id: number | typeof newFilterId): string => `${area.detail}/${id}`
