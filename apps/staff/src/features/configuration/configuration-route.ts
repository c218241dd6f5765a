import { addTexts } from '@registry/ui/language/language.tsx'
import { loadConfigurationTexts } from '../../app/messages.ts'
import { queryClient, trpc } from '../../app/shell.ts'

/** `modifica` opens the form of the parameters. */
export type ConfigurationSearch = { readonly modifica?: true }

export const configurationRoute = {
  validateSearch: (search: Readonly<Record<string, unknown>>): ConfigurationSearch =>
    search['modifica'] === true ? { modifica: true } : {},
  loader: () => Promise.all([addTexts(loadConfigurationTexts), queryClient.ensureQueryData(trpc.settings.list.queryOptions())]),
}
