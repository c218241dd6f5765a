import type { Violation, SourceFile } from '../repository.ts'

/** A small wrong change of the source, and the tests that must fail because of it. */
export type Mutant = {
  /** The wrong behaviour, as a sentence. */
  readonly name: string
  /** The changed file, relative to the root. */
  readonly file: string
  /** The replaced text, which occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files of which at least one must fail, relative to the root. */
  readonly tests: readonly string[]
}

export type Verdict = 'found' | 'not found' | 'broken'

/** A mutant is found if a test fails and others pass. If none passes, the mutant breaks the program and proves nothing. */
export const judge = ({ passed, failed }: { readonly passed: number; readonly failed: number }): Verdict => {
  if (passed === 0) return 'broken'
  return failed > 0 ? 'found' : 'not found'
}

/** Returns the changed text. @throws if the replaced text does not occur exactly once */
export const applyMutant = ({ name, find, replace }: Mutant, text: string): string => {
  const pieces = text.split(find)
  if (pieces.length !== 2) throw new Error(`${name}: its text occurs ${pieces.length - 1} times`)
  return pieces.join(replace)
}

/** Finds mutants that no longer apply, because the file, its text or a test has changed. */
export const checkMutants = (mutants: readonly Mutant[], sources: readonly SourceFile[]): Violation[] => {
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const quote = 'quote the source as it is now in tooling/src/mutation/mutants.ts'
  return mutants.flatMap(({ name, file, find, replace, tests }) => {
    const count = (texts.get(file)?.split(find).length ?? 1) - 1
    return [
      ...(count === 1
        ? []
        : [{ path: file, problem: `the text of the mutant "${name}" occurs ${count} times, not once: ${find}`, remedy: quote }]),
      ...(find === replace ? [{ path: file, problem: `the mutant "${name}" changes nothing`, remedy: quote }] : []),
      ...tests
        .filter((test) => !texts.has(test))
        .map((test) => ({
          path: test,
          problem: `the test of the mutant "${name}" is missing`,
          remedy: 'name the test that finds it',
        })),
    ]
  })
}
