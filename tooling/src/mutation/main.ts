import { handleHelp } from '../run/help.ts'
import { makeScratchCopy, removeScratchCopy } from '../scratch-copy.ts'
import { selectFaults } from './faults.ts'
import { TestRunner } from './test-runner.ts'

const folder = '.mutation'

/**
 * `pnpm test:faults [parts of names or files, or lists as faults/exports]`: plants each fault in a copy of the sources and runs the tests
 * that must find it.
 */
const main = async (parts: readonly string[]): Promise<void> => {
  handleHelp('pnpm test:faults [part of a name or file, or a list such as faults/exports]...')
  const faults = new Set((parts.length === 0 ? [''] : parts).flatMap(selectFaults))
  const missed: string[] = []
  {
    await using runner = await TestRunner.start(await makeScratchCopy(folder))
    for (const fault of faults) {
      const verdict = await runner.tryFault(fault)
      console.log(`${verdict.padEnd(9)} ${fault.name} (${fault.file})`)
      if (verdict !== 'found') missed.push(fault.name)
    }
  }
  await removeScratchCopy(folder)
  console.log(`${faults.size - missed.length} faults found, ${missed.length} missed`)
  process.exitCode = missed.length === 0 && faults.size > 0 ? 0 : 1
}

await main(process.argv.slice(2))
