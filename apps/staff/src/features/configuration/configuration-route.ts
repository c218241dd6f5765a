import { queryClient, trpc } from '../../app/shell.ts'

/** `modifica` opens the form of the parameters. */
export type ConfigurationSearch = { readonly modifica?: true }

export const configurationRoute = {
  validateSearch: (search: Readonly<Record<string, unknown>>): ConfigurationSearch =>
    search['modifica'] === true ? { modifica: true } : {},
  loader: () => queryClient.ensureQueryData(trpc.settings.list.queryOptions()),
}
