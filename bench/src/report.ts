import { writeFile } from 'node:fs/promises'
import { arch, availableParallelism, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { table, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { importedFields, formatTypeCounts } from './goals/imported-fields.ts'
import { root } from '@registry/tooling/repository'

/** Describes the machine without naming it. */
const machine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, ${platform()} ${arch()}, Node ${process.versions.node}`

const text = (figures: readonly Figure[], { date, patients, rounds }: Options, psqlVersion: string): string => `# Benchmarks

The last run of \`pnpm bench\`: ${date}, ${patients.toLocaleString('en')} patients, ${rounds} rounds, ${machine()}, ${psqlVersion} as reference.

Each figure is the ratio of our speed to that of the reference in the same run. Ours includes row security, consent, checks, history, manifest and audit
log; both use fsync. A first round warms up and does not count. Every second round runs its tasks in reverse order.
Elapsed time depends on the load of the machine. **CPU** is the time of server and Postgres per row, against that of psql and Postgres; it varies
least. **Server memory** is the memory of the idle server plus the maximum increase.

${table(figures)}

The benchmark counts the rows in the transferred files. The number must equal what the server announces, the import reports and psql copies.

An import file has the patient's code and ${importedFields.length} medical fields, each type by its share of all medical fields: ${formatTypeCounts(importedFields)}.
Its values are those of the demonstration patients; laboratory results differ by a few percent in each file. One row in twenty has a warning. One in
1,000 is refused, for five reasons in turn. The reference writes only the good rows, in one upsert, into a table with the columns, types, free space
in pages, rows and indexes of the medical record, without checks, history and audit log. The centre has 100,000 patients.
A new reader process reads the first file. The reader process is beside the server; its CPU and memory count.

The run does not include the stream of exceljs, the other reference of goal 3: XLSX is compared with \`\\copy\` only.

\`pnpm bench --patients 1000000 --goals exports --rounds 1\` measures memory with a million patients. \`--data directory\` keeps the loaded registry for the next run.
psql must be on PATH. The last goal needs the built apps.
`

/** Writes the figures of this run to docs/benchmarks.md. */
export const writeReport = (figures: readonly Figure[], options: Options, psqlVersion: string): Promise<void> =>
  writeFile(join(root, 'docs/benchmarks.md'), text(figures, options, psqlVersion))
