import type { LegacyPath } from '../legacy/route.ts'

/** The name of a legacy operation in the tables of tests: `POST /inthem_query LIST`. */
export const formatPathName = ({ method, path, action }: Pick<LegacyPath, 'method' | 'path' | 'action'>): string =>
  `${method} ${path} ${action}`.trim()
