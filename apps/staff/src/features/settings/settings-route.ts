import { queryClient, trpc } from '../../app/shell.ts'

/** `modifica` opens the form of the parameters. */
export type SettingsSearch = { readonly modifica?: true }

export const settingsRoute = {
  validateSearch: (search: Readonly<Record<string, unknown>>): SettingsSearch => (search['modifica'] === true ? { modifica: true } : {}),
  loader: () => queryClient.ensureQueryData(trpc.settings.list.queryOptions()),
}
