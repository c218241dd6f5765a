import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import { z } from 'zod'
import { root } from '../repository.ts'
import { run } from '../run/command.ts'
import { applyMutant, judge, type Mutant, type Verdict } from './mutant.ts'

/** A test that waits for what a mutant prevents, such as the end of an upload, need not wait as long as on a busy machine. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

/** What the setup of a project with a database provides. */
const Provided = z.object({ cluster: z.object({ host: z.string(), port: z.number() }) })

const renewTemplate = relative(root, fileURLToPath(new URL('./renew-template.ts', import.meta.url)))

/** The template of the test databases is made from these sources. */
const templateSources = /^packages\/(db|domain)\//

/** Ends a run as soon as a test passed and another failed, because the tests after them could wait a minute each. */
const createReporter = (cancel: () => void) => {
  const states = new Set<string>()
  return {
    onTestRunStart: () => states.clear(),
    onTestCaseResult: (test: { readonly result: () => { readonly state: string } }) => {
      states.add(test.result().state)
      if (states.has('passed') && states.has('failed')) cancel()
    },
  }
}

const countTests = (
  modules: readonly TestModule[],
  { moduleId }: TestSpecification,
): { readonly passed: number; readonly failed: number } => {
  const tests = modules.filter((module) => module.moduleId === moduleId).flatMap((module) => [...module.children.allTests()])
  const count = (state: string): number => tests.filter((test) => test.result().state === state).length
  return { passed: count('passed'), failed: count('failed') }
}

/** Runs test files again and again in one Vitest with one database server, so that a mutant costs little more than its tests. */
export class TestRunner implements AsyncDisposable {
  readonly #home: string
  readonly #vitest: Vitest
  readonly #prepared = new Set<string>()
  /** The projects whose template was made with a mutant. */
  readonly #stale = new Set<string>()

  private constructor(home: string, vitest: Vitest) {
    this.#home = home
    this.#vitest = vitest
  }

  /** @param home a copy of the sources, where the mutants are applied */
  static async start(home: string): Promise<TestRunner> {
    process.chdir(home)
    const cancel = (): void => void runner.#vitest.cancelCurrentRun('test-failure')
    const vitest = await createVitest('test', { root: home, watch: false, reporters: [createReporter(cancel)], ...limits })
    const runner = new TestRunner(home, vitest)
    return runner
  }

  /** Applies the mutant, runs its tests until one file finds it, and restores the source. */
  async tryMutant(mutant: Mutant): Promise<Verdict> {
    const path = join(this.#home, mutant.file)
    const original = await readFile(path, 'utf8')
    const specifications = await this.#vitest.globTestSpecifications(mutant.tests.map((test) => join(this.#home, test)))
    await this.#prepare(specifications)
    await this.#write(path, applyMutant(mutant, original))
    let verdict: Verdict = 'not found'
    try {
      for (const specification of specifications) {
        if (!(await this.#renewTemplate(specification, mutant))) return 'broken'
        const { testModules } = await this.#vitest.runTestSpecifications([specification])
        verdict = judge(countTests(testModules, specification))
        if (verdict === 'found') break
      }
      return verdict
    } finally {
      await this.#write(path, original)
    }
  }

  /** Runs the setup of each project once, before it can see a mutant. */
  async #prepare(specifications: readonly TestSpecification[]): Promise<void> {
    const first = specifications.filter(({ project }) => !this.#prepared.has(project.name))
    if (first.length === 0) return
    await this.#vitest.collectTests([...first])
    for (const { project } of first) this.#prepared.add(project.name)
  }

  async #write(path: string, text: string): Promise<void> {
    await writeFile(path, text)
    this.#vitest.invalidateFile(path)
  }

  /** Renews the template of the databases if its sources have changed. Returns whether it could be made. */
  async #renewTemplate({ project }: TestSpecification, { file }: Mutant): Promise<boolean> {
    const cluster = Provided.safeParse(project.getProvidedContext()).data?.cluster
    const changed = templateSources.test(file)
    if (cluster === undefined || !(changed || this.#stale.has(project.name))) return true
    if (changed) this.#stale.add(project.name)
    else this.#stale.delete(project.name)
    const { code } = await run(process.execPath, [join(this.#home, renewTemplate), cluster.host, String(cluster.port)], { cwd: this.#home })
    return code === 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#vitest.close()
  }
}
