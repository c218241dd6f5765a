import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { DatabaseAddress } from '@registry/db/connect'

/** A URL cannot name a socket. The variables of the Postgres programs give its directory and the role. */
export const addressVariables = ({ host, username, database }: Exclude<DatabaseAddress, string>) => ({
  url: `postgres:///${database}`,
  variables: { PGHOST: host, PGUSER: username },
})

export type CommandOutput = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

/** Starts `pnpm registry` in production, as the owner of a test database. */
export const startCommand = (
  owner: Exclude<DatabaseAddress, string>,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess; readonly ended: Promise<CommandOutput> } => {
  const { url, variables } = addressVariables(owner)
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts'), ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATABASE_OWNER_URL: url, ...variables, ...more },
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) child[stream].on('data', (chunk: Buffer) => (output[stream] += chunk.toString()))
  return { child, ended: new Promise((resolve) => child.on('close', (status) => resolve({ status, ...output }))) }
}

export const runCommand = (...options: Parameters<typeof startCommand>): Promise<CommandOutput> => startCommand(...options).ended
