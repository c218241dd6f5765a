import { consents } from './consents.router.ts'
import { home } from './home.router.ts'
import { referenceTables } from './reference-tables.router.ts'
import { savedFilters } from './saved-filters.router.ts'
import { session } from './session.router.ts'
import { signIn } from './sign-in.router.ts'
import { router } from './trpc.ts'

export const appRouter = router({ consents, home, referenceTables, savedFilters, session, signIn })
export type AppRouter = typeof appRouter
