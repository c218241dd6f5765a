import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../repository.ts'

/** The parts with pure code for Stryker, and the folders of their `stryker.config.json`. */
export const mutationParts: Readonly<Record<string, string>> = {
  domain: 'packages/domain',
  server: 'apps/server',
  tabular: 'packages/tabular',
}

const Config = z.object({ mutate: z.string().array().min(1) })

export const readMutatedPatterns = (folder: string): readonly string[] =>
  Config.parse(JSON.parse(readFileSync(join(root, folder, 'stryker.config.json'), 'utf8'))).mutate

/** One run of Stryker: the folder where it runs and the patterns of the files with faults, if not all of the part. */
export type MutationRun = { readonly folder: string; readonly mutate?: readonly string[] }

/** Parses the name of a part, or of a folder of a part as in `domain/rules`. @throws if there is no such part */
export const parseMutationRun = (name: string): MutationRun => {
  const [part = '', ...path] = name.split('/')
  const folder = Object.hasOwn(mutationParts, part) ? mutationParts[part] : undefined
  if (folder === undefined)
    throw new Error(`${name}: choose among ${Object.keys(mutationParts).join(', ')}, or a folder such as domain/rules`)
  if (path.length === 0) return { folder }
  const leftOut = readMutatedPatterns(folder).filter((pattern) => pattern.startsWith('!'))
  return { folder, mutate: [`src/${path.join('/')}/**/*.ts`, ...leftOut] }
}
