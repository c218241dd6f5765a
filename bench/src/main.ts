import { demoStaffPassword } from '@registry/demo-data/staff'
import { handleHelp } from '@registry/tooling/run/help'
import { signIn } from './client.ts'
import { table, type Figure } from './figures.ts'
import { measureCohort } from './goals/cohort.ts'
import { measureContacts } from './goals/contacts.ts'
import { measureCounts } from './goals/counts.ts'
import { measureExports } from './goals/exports.ts'
import { measureHistory } from './goals/history.ts'
import { measureImports } from './goals/imports.ts'
import { measurePage } from './goals/page.ts'
import { measureReads } from './goals/reads.ts'
import { measureReceipts } from './goals/receipts.ts'
import { measureRecords } from './goals/records.ts'
import { measureStudies } from './goals/studies.ts'
import { readOptions, usage, type GoalName, type Options } from './options.ts'
import { requirePsql } from './psql.ts'
import { openDataDirectory, startRegistry, type Registry } from './registry.ts'
import { writeReport } from './report.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

/** A data manager for the area of all demonstration centres. */
const manager = 'dm@demo.example'

const measure = async (registry: Registry, { rounds }: Options): Promise<Record<GoalName, () => Promise<Figure[]>>> => {
  const client = await signIn(registry.port, manager, demoStaffPassword)
  return {
    exports: () => measureExports(registry, client, rounds),
    counts: () => measureCounts(registry, client, rounds),
    cohort: () => measureCohort(registry, client, rounds),
    reads: () => measureReads(registry, client, rounds),
    imports: () => measureImports(registry, rounds),
    receipts: () => measureReceipts(registry, rounds),
    history: () => measureHistory(registry, rounds),
    studies: () => measureStudies(registry, client, rounds),
    records: () => measureRecords(registry, rounds),
    contacts: () => measureContacts(registry, rounds),
    page: measurePage,
  }
}

const main = async (): Promise<void> => {
  handleHelp(usage)
  const options = readOptions(process.argv.slice(2), today())
  const psqlVersion = await requirePsql()
  const dataDirectory = await openDataDirectory(options.data)
  try {
    const registry = await startRegistry(dataDirectory.directory, options.patients, options.date)
    try {
      const goals = await measure(registry, options)
      const figures: Figure[] = []
      for (const name of options.goals) figures.push(...(await goals[name]()))
      console.log(table(figures))
      if (options.keep) await writeReport(figures, options, psqlVersion)
    } finally {
      await registry.stop()
    }
  } finally {
    await dataDirectory.dispose()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error, `\n${usage}`)
  process.exitCode = 1
}
