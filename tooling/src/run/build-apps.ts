import { run } from './command.ts'

/** Builds both apps. Turbo caches a build for its sources. @throws Error with the output of the build */
export const buildApps = async (): Promise<void> => {
  const { code, output } = await run('turbo', ['run', 'build', '--concurrency=2', '--output-logs=errors-only'])
  if (code !== 0) throw new Error(`The apps could not be built:\n${output}`)
}
