import { z } from 'zod'
import type { LegacyPath } from '@registry/server/http/legacy/route'
import type { Procedure } from '../guards/procedures.ts'
import { describeSchema } from './describe-schema.ts'

const header = `The contract: who may do what, what goes in and what leaves.
Written by \`pnpm contract:print\`; a guard compares it with the code, so that a change of it shows in the diff.
`

const indent = '    '

const schemaLines = (title: string, schema: unknown, side: 'input' | 'output'): string[] =>
  schema instanceof z.ZodType ? [`  ${title.padEnd(10)} ${describeSchema(schema, side, indent)}`] : []

const procedureLines = ({ path, kind, permission, command, action, reads, inputs, output }: Procedure): string[] => [
  `${path}  ${kind}`,
  `  permission ${String(permission)}`,
  `  log        ${[command, action].filter(Boolean).join(' ')}`,
  ...(typeof reads === 'string' ? [`  reads      ${reads}`] : []),
  ...inputs.flatMap((input) => schemaLines('input', input, 'input')),
  ...schemaLines('output', output, 'output'),
  '',
]

const legacyLine = ({ method, path, action, permission, command, reads }: LegacyPath): string =>
  `${`${method} /api${path}${action ? ` ${action}` : ''}`.padEnd(48)} ${permission.padEnd(20)} ${command.padEnd(28)} ${reads ?? ''}`.trimEnd()

/** Prints docs/contract.txt. */
export const printContract = (procedures: readonly Procedure[], legacy: readonly LegacyPath[]): string =>
  [
    header,
    `PROCEDURES (${procedures.length}), under /api/trpc`,
    '',
    ...procedures.flatMap(procedureLines),
    `LEGACY PATHS (${legacy.length}): path and action, permission, name in the log, what of patients’ data it answers with`,
    '',
    ...legacy.map(legacyLine).toSorted((a, b) => a.localeCompare(b, 'en')),
    '',
  ].join('\n')
