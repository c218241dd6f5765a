import { securityDefiner, list, type Statement } from './text.ts'

/**
 * A function with the owner's rights, for one operation that the calling role has no right to. Parameters start with `in_`, because in SQL
 * functions a column takes precedence over a parameter of the same name.
 */
export type OwnerFunction = {
  readonly name: string
  readonly parameters: Readonly<Record<`in_${string}`, string>>
  readonly returns: string
  readonly language?: 'sql' | 'plpgsql'
  readonly body: string
}

export const createOwnerFunction = ({ name, parameters, returns, language = 'sql', body }: OwnerFunction): Statement => {
  const declared = list(Object.entries(parameters).map(([parameter, type]) => `${parameter} ${type}`))
  return `CREATE OR REPLACE FUNCTION ${name}(${declared}) RETURNS ${returns} LANGUAGE ${language} ${securityDefiner} AS $$${body}$$`
}

/** Formats the signature for GRANT. */
export const formatSignature = ({ name, parameters }: OwnerFunction): string => `${name}(${list(Object.values(parameters))})`

/** Returns SQL that executes a change and tells whether it changed any row. */
export const returnWhetherChanged = (change: string): string =>
  `WITH changed AS (${change} RETURNING 1) SELECT EXISTS (SELECT FROM changed)`
