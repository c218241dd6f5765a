import { referenceTables, type ReferenceTable } from '@registry/domain/reference/tables'

/** The tabs of the specification, and the history of a table. */
export const tableTabs = ['recupero', 'caricamento', 'storia'] as const
export type TableTab = (typeof tableTabs)[number]
export type TableSearch = { readonly scheda?: TableTab; readonly tabella?: ReferenceTable }

export const referenceTablesRoute = {
  validateSearch: (search: Readonly<Record<string, unknown>>): TableSearch => {
    const tab = tableTabs.find((one) => one === search['scheda'])
    const table = referenceTables.find((one) => one === search['tabella'])
    return { ...(tab && { scheda: tab }), ...(table && { tabella: table }) }
  },
}
