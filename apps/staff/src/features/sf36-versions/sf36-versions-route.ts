import { queryClient, shell, trpc } from '../../app/shell.ts'

/** The tabs of the page. The address holds the open one. */
export const wordingTabs = ['versioni', 'bozza', 'anteprima'] as const
export type WordingTab = (typeof wordingTabs)[number]
export type WordingSearch = { readonly scheda?: WordingTab }

export const sf36VersionsRoute = {
  validateSearch: (search: Readonly<Record<string, unknown>>): WordingSearch => {
    const tab = wordingTabs.find((one) => one === search['scheda'])
    return tab ? { scheda: tab } : {}
  },
  // The form reads its draft once, so the keys of the drafts come first (REQ-UI-20).
  loader: () => Promise.all([queryClient.ensureQueryData(trpc.sf36Versions.list.queryOptions()), shell.drafts.open()]),
}
