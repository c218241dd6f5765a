/** The three areas that share these screens; a filter runs as CenterAdmin in ca_ and as DataManager in dm_, GlobalAdmin runs none (spec 1, section 6). */
export const filterPlaces = {
  ga: { list: '/ga_filtri', detail: '/ga_filtro', runsAs: undefined },
  dm: { list: '/dm_filtri', detail: '/dm_filtro', runsAs: 'DataManager' },
  ca: { list: '/ca_filtri', detail: '/ca_filtro', runsAs: 'CenterAdmin' },
} as const
export type FilterPlace = (typeof filterPlaces)[keyof typeof filterPlaces]

/** Stands in the address in place of an id (spec 1, section 2). */
export const newFilterId = '__new__'

export const filterAddress = (place: FilterPlace, id: number | typeof newFilterId): string => `${place.detail}/${id}`
