import { sendFirstCalls } from '@registry/app-shell/first-calls.ts'

sendFirstCalls({
  '/uhome': [['home.staff']],
  '/ga_filtri': [['savedFilters.list']],
  '/dm_filtri': [['savedFilters.list']],
  '/ca_filtri': [['savedFilters.list']],
})
