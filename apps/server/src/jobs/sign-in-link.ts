import type { Env } from '../app/env.ts'

/**
 * Builds the link of an invitation or a reset. It always uses the configured site, never the host of a request
 * (THREAT-16).
 */
export const buildSignInLink = ({ MYCONSENT_ORIGIN }: Pick<Env, 'MYCONSENT_ORIGIN'>, contact: string, secret: string): string =>
  `${MYCONSENT_ORIGIN}/loginp?u=${encodeURIComponent(contact)}&p=${secret}`
