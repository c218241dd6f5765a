import type { Consents } from './consents.ts'
import type { Home } from './home.ts'
import type { ReferenceTables } from './reference-tables.ts'
import type { SavedFilters } from './saved-filters.ts'
import type { Sessions } from './session.ts'
import type { SignIn } from './sign-in.ts'

/** Everything the server supplies; one port a feature. */
export type Ports = {
  readonly consents: Consents
  readonly home: Home
  readonly referenceTables: ReferenceTables
  readonly savedFilters: SavedFilters
  readonly sessions: Sessions
  readonly signIn: SignIn
}
