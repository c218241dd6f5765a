import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vitest } from '../run/command.ts'
import { handleHelp } from '../run/help.ts'
import { selectFaults } from './faults.ts'
import { plant, type PlantedFault } from './planted-fault.ts'
import { makeScratchCopy, removeScratchCopy } from '../scratch-copy.ts'

const folder = '.mutation'

type Verdict = 'found' | 'not found' | 'broken'

type Report = { readonly numPassedTests: number; readonly numFailedTests: number }

/** A fault is found if a test fails and others pass. If none passes, the fault breaks the program and proves nothing. */
const judge = ({ numPassedTests, numFailedTests }: Report): Verdict => {
  if (numPassedTests === 0) return 'broken'
  return numFailedTests > 0 ? 'found' : 'not found'
}

const runVitest = async (home: string, test: string, more: readonly string[]): Promise<Report> => {
  const report = join(home, 'report.json')
  await writeFile(report, JSON.stringify({ numPassedTests: 0, numFailedTests: 0 } satisfies Report))
  await vitest(['--reporter=json', `--outputFile.json=${report}`, ...more, test], { cwd: home })
  return JSON.parse(await readFile(report, 'utf8')) as Report
}

/** Stops at the first failure, because other tests could wait a minute each. If no test passed before it, runs all tests. */
const runTest = async (home: string, test: string): Promise<Report> => {
  const report = await runVitest(home, test, ['--bail=1'])
  return report.numPassedTests === 0 && report.numFailedTests > 0 ? runVitest(home, test, []) : report
}

const tryFault = async (home: string, fault: PlantedFault): Promise<Verdict> => {
  const path = join(home, fault.file)
  const original = await readFile(path, 'utf8')
  await writeFile(path, plant(fault, original))
  let verdict: Verdict = 'not found'
  try {
    // The first file that finds the fault is enough.
    for (const test of fault.tests) {
      verdict = judge(await runTest(home, test))
      if (verdict === 'found') break
    }
    return verdict
  } finally {
    await writeFile(path, original)
  }
}

/**
 * `pnpm test:faults [parts of names or files, or lists as faults/exports]`: plants each fault in a copy of the sources and runs the tests
 * that must find it.
 */
const main = async (parts: readonly string[]): Promise<void> => {
  handleHelp('pnpm test:faults [part of a name or file, or a list such as faults/exports]...')
  const faults = new Set((parts.length === 0 ? [''] : parts).flatMap(selectFaults))
  const home = await makeScratchCopy(folder)
  const missed: string[] = []
  for (const fault of faults) {
    const verdict = await tryFault(home, fault)
    console.log(`${verdict.padEnd(9)} ${fault.name} (${fault.file})`)
    if (verdict !== 'found') missed.push(fault.name)
  }
  await removeScratchCopy(folder)
  console.log(`${faults.size - missed.length} faults found, ${missed.length} missed`)
  process.exitCode = missed.length === 0 && faults.size > 0 ? 0 : 1
}

await main(process.argv.slice(2))
