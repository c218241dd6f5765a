import type { Meta } from '@registry/api-contract/trpc'
import { programPaths } from '@registry/server/app/legacy-routes'
import type { LegacyPath } from '@registry/server/http/legacy/route'
import { procedures } from '@registry/server/http/trpc/procedures'

/** The path of the printed table of rights. */
export const contractPath = 'docs/contract.txt'

const header = `The table of rights: permission, name in the audit log, and whose data the answer contains.
Written by \`pnpm contract:print\`. A test compares it with the code, so that every new right shows in the diff.
Shapes are in packages/api-contract and in the OpenAPI document.
`

const formatLine = (name: string, { permission, command, action, reads }: Meta): string =>
  `${name.padEnd(48)} ${permission.padEnd(26)} ${`${command} ${action}`.trim().padEnd(36)} ${reads ?? ''}`.trimEnd()

const formatPathLine = ({ method, path, action, ...meta }: LegacyPath): string =>
  formatLine(`${method} /api${path} ${action}`.trim(), { ...meta, action: '' })

const sortLines = (lines: readonly string[]): string[] => lines.toSorted((a, b) => a.localeCompare(b, 'en'))

type Declared = ReadonlyMap<string, { readonly meta: Meta }>

/** Prints docs/contract.txt, by default of the current code. */
export const printContract = (declared: Declared = procedures, paths: readonly LegacyPath[] = programPaths): string =>
  [
    header,
    `PROCEDURES (${declared.size}), under /api/trpc`,
    '',
    ...sortLines([...declared].map(([name, { meta }]) => formatLine(name, meta))),
    '',
    `PATHS FOR PROGRAMS (${paths.length})`,
    '',
    ...sortLines(paths.map(formatPathLine)),
    '',
  ].join('\n')
