import { securityDefiner, list, type Statement } from './text.ts'

/**
 * A function that does one thing with the owner's rights for a role that may not do it itself. Parameters are named `in_…`: in SQL
 * functions a column of the same name would win.
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

/** As GRANT names it. */
export const formatSignature = ({ name, parameters }: OwnerFunction): string => `${name}(${list(Object.values(parameters))})`

/** Whether a statement that changes rows found any. */
export const found = (change: string): string => `WITH changed AS (${change} RETURNING 1) SELECT EXISTS (SELECT FROM changed)`
