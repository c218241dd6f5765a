import { sendFirstCalls } from '@registry/app-shell/first-calls.ts'

/** One filter, as its loader asks for it. */
const filter = (id: number) => [['savedFilters.picker'], ['savedFilters.get', id]] as const

sendFirstCalls({
  '/uhome': [['home.staff']],
  '/ga_filtri': [['savedFilters.list']],
  '/dm_filtri': [['savedFilters.list']],
  '/ca_filtri': [['savedFilters.list']],
  '/ga_filtro/$': filter,
  '/dm_filtro/$': filter,
  '/ca_filtro/$': filter,
})
