import type { SignInLimits } from '@registry/domain/access/sign-in-policy'
import type { Deps } from '../../app/deps.ts'

/** The dependencies of the sign-in. A demonstration has wider limits. */
export type SignInDeps = Deps & { readonly limits: SignInLimits }
