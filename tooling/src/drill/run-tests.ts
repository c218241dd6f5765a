import { stripVTControlCharacters } from 'node:util'
import { vitest } from '../run/command.ts'

/** Runs tests of the server. @throws with their output when one fails */
export const runTests = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
  const started = performance.now()
  const { code, output } = await vitest(['--project', 'server', ...args], { env })
  if (code !== 0) throw new Error(output)
  const total = stripVTControlCharacters(output).split('Tests').at(-1) ?? ''
  const [, tests = '0'] = /(\d+) passed/.exec(total) ?? []
  return { tests, seconds: Math.round((performance.now() - started) / 1000) }
}
