/** The rows that a database role sees, and those that it writes, for one command. */
export type Policy = {
  readonly to: string
  readonly for: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'ALL'
  readonly using?: string
  readonly check?: string
}

/** Every row for every command, for the owner and for jobs that see no request. */
export const allowEverything = (to: string): Policy => ({ to, for: 'ALL', using: 'true', check: 'true' })
