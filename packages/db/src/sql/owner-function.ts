import { securityDefiner, list, type Statement } from './text.ts'

/**
 * A function with the owner's rights, for one operation that the calling role may not do itself. Parameters start with `in_`, because in
 * SQL functions a column takes precedence over a parameter of the same name.
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

export const formatSignature = ({ name, parameters }: OwnerFunction): string => `${name}(${list(Object.values(parameters))})`

export const returnWhetherChanged = (change: string): string =>
  `WITH changed AS (${change} RETURNING 1) SELECT EXISTS (SELECT FROM changed)`
