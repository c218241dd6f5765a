import { handleHelp } from '../run/help.ts'
import { makeScratchCopy, removeScratchCopy } from '../scratch-copy.ts'
import { mutants } from './mutants.ts'
import { TestRunner } from './test-runner.ts'

const folder = '.mutation'

/** `pnpm test:mutants [parts of names]`: applies each mutant to a copy of the sources and runs the tests that must find it. */
const main = async (parts: readonly string[]): Promise<void> => {
  handleHelp('pnpm test:mutants [part of a name]...')
  const selected = mutants.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
  const missed: string[] = []
  {
    await using runner = await TestRunner.start(await makeScratchCopy(folder))
    for (const mutant of selected) {
      const verdict = await runner.tryMutant(mutant)
      console.log(`${verdict.padEnd(9)} ${mutant.name} (${mutant.file})`)
      if (verdict !== 'found') missed.push(mutant.name)
    }
  }
  await removeScratchCopy(folder)
  console.log(`${selected.length - missed.length} mutants found, ${missed.length} missed`)
  process.exitCode = missed.length === 0 && selected.length > 0 ? 0 : 1
}

await main(process.argv.slice(2))
