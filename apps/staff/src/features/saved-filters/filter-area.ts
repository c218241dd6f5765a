/** The three areas that share the filter screens. CenterAdmin and DataManager run filters, GlobalAdmin does not (REQ-FIL-04). */
export const filterAreas = {
  ga: { list: '/ga_filtri', detail: '/ga_filtro', runsAs: undefined },
  dm: { list: '/dm_filtri', detail: '/dm_filtro', runsAs: 'DataManager' },
  ca: { list: '/ca_filtri', detail: '/ca_filtro', runsAs: 'CenterAdmin' },
} as const
export type FilterArea = (typeof filterAreas)[keyof typeof filterAreas]

/** Replaces the id in the address of a filter that is not saved yet (REQ-UI-03). */
export const newFilterId = '__new__'

export const filterAddress = (area: FilterArea, id: number | typeof newFilterId): string => `${area.detail}/${id}`
