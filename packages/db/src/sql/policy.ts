import type { Statement } from './text.ts'

/** The rows that a database role sees, and those that it writes, for one command. */
export type Policy = {
  readonly to: string
  readonly for: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'ALL'
  readonly using?: string
  readonly check?: string
}

/** Allows every row for every command, for the owner and for jobs without a request. */
export const allowEverything = (to: string): Policy => ({ to, for: 'ALL', using: 'true', check: 'true' })

export const createPolicy = (table: string, name: string, { to, for: command, using, check }: Policy): Statement =>
  `DROP POLICY IF EXISTS ${name} ON ${table};
    CREATE POLICY ${name} ON ${table} FOR ${command} TO ${to}${using ? ` USING (${using})` : ''}${check ? ` WITH CHECK (${check})` : ''}`
