import { afterEach, expect, test, vi } from 'vitest'
import { repositoryChecks, runChecks, staticChecks } from './checks.ts'

afterEach(() => vi.restoreAllMocks())

test('a failed check prints its output and ends with what to do', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line))
  const results = await runChecks([
    { name: 'good', run: async () => ({ code: 0, output: 'all is well' }), remedy: 'nothing' },
    { name: 'bad', run: async () => ({ code: 1, output: 'x.ts: wrong\n' }), remedy: 'run `pnpm format`' },
  ])
  expect(results).toEqual([
    { name: 'good', passed: true },
    { name: 'bad', passed: false },
  ])
  expect(lines.join('\n')).not.toContain('all is well')
  expect(lines.at(-1)).toBe('x.ts: wrong\nbad: run `pnpm format`\n')
})

test('two checks run at the same time, and no third', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  let running = 0
  const seen: number[] = []
  const check = (name: string) => ({
    name,
    run: async () => {
      seen.push((running += 1))
      await Promise.resolve()
      running -= 1
      return { code: 0, output: '' }
    },
    remedy: 'nothing',
  })
  const names = ['a', 'b', 'c', 'd']
  expect(await runChecks(names.map(check))).toEqual(names.map((name) => ({ name, passed: true })))
  expect(Math.max(...seen)).toBe(2)
})

test('every check names a command', () => {
  expect([...staticChecks, repositoryChecks].filter(({ remedy }) => !/`pnpm [^`]+`/.test(remedy))).toEqual([])
})
