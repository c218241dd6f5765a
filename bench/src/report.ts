import { writeFile } from 'node:fs/promises'
import { arch, availableParallelism, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { table, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { importedFields, mixOf } from './goals/imported-fields.ts'
import { root } from './repository.ts'

/** The machine in so many words as matter for ratios; nothing that names it. */
const machine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, ${platform()} ${arch()}, Node ${process.versions.node}`

const text = (figures: readonly Figure[], { date, patients, rounds }: Options, psqlVersion: string): string => `# Benchmarks

The last run of \`pnpm bench\`: ${date}, ${patients.toLocaleString('en')} patients, ${rounds} rounds, ${machine()}, ${psqlVersion} as the other.

Every figure is a ratio of two works of the same run, ours to the other's, with row security, consent, checks, history, manifest and log
switched on in ours and fsync on for both. A first round of each warms up and does not count; then each second round goes through its works backwards.
The clock depends on what else the machine does; **CPU** is that of the server and Postgres together, for a row, against that of psql and Postgres
together, and moves least. **Server memory** is the most that the server's process had, beside what it had at rest.

${table(figures)}

Rows are counted in the bytes of the files that come and go, and must be as many as the server announces, the import reports and psql copies.

An import's file has the patient's code and ${importedFields.length} medical fields, each kind of field by its share of all medical fields: ${mixOf(importedFields)}.
Its values are those of the demonstration's patients, laboratory results a few percent different in each file. One row in twenty has a warning, one in
1,000 is refused, for five reasons in turn. The other writes the good rows alone, in one upsert, into a table with the columns, types, free space
in pages, rows and indexes of the registry's medical record and nothing of what is switched on in ours. The centre has 100,000 patients.
The day's first file is read by a process that starts for it. The reader is a process beside the server, counted in CPU and memory.

exceljs' stream, the third goal's other yardstick, is not part of the run: XLSX is measured against \`\\copy\` alone.

\`pnpm bench --patients 1000000 --goals exports --rounds 1\` measures memory on a million; \`--data directory\` keeps the loaded registry for the next run.
psql must be on PATH, and the apps built for the last line.
`

/** Replaces docs/benchmarks.md by this run's figures. */
export const writeReport = (figures: readonly Figure[], options: Options, psqlVersion: string): Promise<void> =>
  writeFile(join(root, 'docs/benchmarks.md'), text(figures, options, psqlVersion))
