import type { Env } from '../env.ts'

/** The address that an invitation or a reset carries (D5): always of the configured site, whatever host a request named (T16). */
export const buildSignInLink = ({ MYCONSENT_ORIGIN }: Pick<Env, 'MYCONSENT_ORIGIN'>, contact: string, secret: string): string =>
  `${MYCONSENT_ORIGIN}/loginp?u=${encodeURIComponent(contact)}&p=${secret}`
