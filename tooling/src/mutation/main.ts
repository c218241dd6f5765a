import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { run } from '../run/command.ts'
import { handleHelp } from '../run/help.ts'
import { makeScratchCopy, removeScratchCopy } from '../scratch-copy.ts'
import { mutants, type Mutant } from './mutants.ts'

const Report = z.object({ numPassedTests: z.int(), numFailedTests: z.int() })

/** Runs the tests of the copy. Without a report no test could start. */
const runTests = async (home: string, tests: readonly string[]): Promise<z.infer<typeof Report>> => {
  const report = join(home, 'mutant.json')
  await writeFile(report, '{"numPassedTests":0,"numFailedTests":0}')
  await run(join(home, 'node_modules/.bin/vitest'), ['run', ...tests, '--reporter=json', `--outputFile=${report}`], { cwd: home })
  return Report.parse(JSON.parse(await readFile(report, 'utf8')))
}

/** Applies the mutant to the copy, runs its tests and restores the source. A mutant without a passing test breaks the program and proves nothing. */
const tryMutant = async (home: string, { file, find, replace, tests }: Mutant): Promise<'found' | 'not found' | 'broken'> => {
  const path = join(home, file)
  const original = await readFile(path, 'utf8')
  try {
    await writeFile(
      path,
      original.replace(find, () => replace),
    )
    const { numPassedTests, numFailedTests } = await runTests(home, tests)
    if (numPassedTests === 0) return 'broken'
    return numFailedTests > 0 ? 'found' : 'not found'
  } finally {
    await writeFile(path, original)
  }
}

const folder = '.mutation'

/** `pnpm test:mutants [parts of names]`: applies each mutant to a copy of the sources. Runs the tests that must find it. */
const main = async (parts: readonly string[]): Promise<void> => {
  handleHelp('pnpm test:mutants [part of a name]...')
  const selected = mutants.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
  const home = await makeScratchCopy(folder)
  let missed = 0
  for (const mutant of selected) {
    const verdict = await tryMutant(home, mutant)
    console.log(`${verdict.padEnd(9)} ${mutant.name} (${mutant.file})`)
    if (verdict !== 'found') missed += 1
  }
  await removeScratchCopy(folder)
  console.log(`${selected.length - missed} mutants found, ${missed} missed`)
  process.exitCode = missed === 0 && selected.length > 0 ? 0 : 1
}

await main(process.argv.slice(2))
