import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../repository.ts'
import type { Drill } from './drill.ts'
import { formatCounts, replaceSection } from './report.ts'
import { runDrill } from './run-drill.ts'

const example: Drill = {
  name: 'example',
  description: 'An example',
  steps: async (step) => {
    await step('measures', async () => ({ acknowledged: 3, lost: 0 }))
    await step('fails', () => Promise.reject(new Error('a | b')))
    await step('needs a program', () => Promise.reject(new Error('was run')), { 'no-such-program': 'apt' })
    throw new Error('between two steps')
  },
}

test('a drill prints figures, failures and skipped steps, and counts passed and failed ones', async () => {
  const lines: string[] = []
  const results = await runDrill(example, (line) => lines.push(line))
  expect(lines.join('\n')).toContain('  passed measures\n         acknowledged 3, lost 0')
  expect(lines).toContain('  skipped: needs no-such-program (apt) needs a program')
  expect(formatCounts(results)).toBe('1 passed, 2 failed')
  const run = { ...example, where: '1 May 2026', results }
  const document = replaceSection('# Drills\n\n## another\n\nkept\n\n## example\n\nearlier\n', run)
  expect(document).toMatch(/## another\n\nkept\n\n## example\n\nAn example\n\n1 May 2026: 1 passed, 2 failed\./)
  expect(document).toContain('| fails | failed | a \\| b |')
  expect(document).not.toContain('earlier')
  expect(replaceSection(document, run)).toBe(document)
})

test.each([
  [['no-such-drill'], 2, 'no-such-drill: unknown drill'],
  [['--help'], 0, 'pnpm drill <name>|all'],
])('pnpm drill %j ends with %i', async (args, code, text) => {
  const ended = await promisify(execFile)(process.execPath, [`${root}tooling/src/drill/main.ts`, ...args]).catch((error: unknown) => error)
  expect(ended).toMatchObject(code === 0 ? { stdout: expect.stringContaining(text) } : { code, stderr: expect.stringContaining(text) })
})
