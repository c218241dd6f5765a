import { parseArgs } from 'node:util'
import { EnvError } from '@registry/server/app/env'

export type ClusterOptions = { readonly servers: number; readonly standbys: number; readonly directory: string; readonly port: number }

const parseCount = (name: string, text: string, least: number): number => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= 9) return number
  throw new EnvError(`--${name}`, `a whole number from ${least} to 9, for instance --${name} 2`)
}

/** Parses the arguments of `pnpm cluster`. @throws Error with one line that names the wrong argument */
export const readClusterOptions = (args: readonly string[], portText = '8080'): ClusterOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      servers: { type: 'string', default: '2' },
      standbys: { type: 'string', default: '1' },
      directory: { type: 'string', default: '.cluster' },
    },
  })
  const port = Number(portText)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new EnvError('PORT', 'a port number, for instance PORT=8080')
  return {
    servers: parseCount('servers', values.servers, 1),
    standbys: parseCount('standbys', values.standbys, 0),
    directory: values.directory,
    port,
  }
}
