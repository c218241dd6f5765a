import { writeFile } from 'node:fs/promises'
import { arch, availableParallelism, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { table, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { root } from './repository.ts'

/** The machine in so many words as matter for ratios; nothing that names it. */
const machine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, ${platform()} ${arch()}, Node ${process.versions.node}`

const text = (figures: readonly Figure[], { date, patients, rounds }: Options, psqlVersion: string): string => `# Benchmarks

The last run of \`pnpm bench\`: ${date}, ${patients.toLocaleString('en')} patients, ${rounds} rounds, ${machine()}, ${psqlVersion} as the other.

Every figure is a ratio of two things done in turn in the same run, ours to the other's, with row security, consent, checks, history, manifest and log
switched on in ours and fsync on for both. The clock depends on what else the machine does; **CPU** is that of the server and Postgres together, for a row,
against that of psql and Postgres together, and moves least. **Server memory** is the most that the server's process had, beside what it had at rest.

${table(figures)}

A load's other is an upsert into a table of its own that is as wide as the registry's medical record, with the same rows and indexes and nothing of what is
switched on in ours. Its reader is a process beside the server, counted in the CPU; it has up to 105 MB while a file of 100,000 rows is read.

exceljs, the third goal's other yardstick, cannot be installed from the registry (a dependency of its dependencies is missing there), so XLSX is measured
against \`\\copy\` alone.

\`pnpm bench --patients 1000000 --goals exports --rounds 1\` measures memory on a million; \`--data directory\` keeps the loaded registry for the next run.
psql must be on PATH, and the apps built for the last line.
`

/** Replaces docs/benchmarks.md by this run's figures. */
export const writeReport = (figures: readonly Figure[], options: Options, psqlVersion: string): Promise<void> =>
  writeFile(join(root, 'docs/benchmarks.md'), text(figures, options, psqlVersion))
