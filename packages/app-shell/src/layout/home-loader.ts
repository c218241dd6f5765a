import type { Shell } from '../shell.ts'

/** The loader of `/`, apart from its page: loaders are part of the first load of every page. */
export const createHomeLoader =
  ({ queryClient, trpc }: Shell) =>
  () =>
    queryClient.ensureQueryData(trpc.session.site.queryOptions())
