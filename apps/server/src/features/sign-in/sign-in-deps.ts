import type { SignInLimits } from '@registry/domain/access/sign-in-policy'
import type { Deps } from '../../deps.ts'

/** What the sign-in needs: a demonstration widens its bounds. */
export type SignInDeps = Deps & { readonly limits: SignInLimits }
