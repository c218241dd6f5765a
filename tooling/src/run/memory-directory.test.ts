import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withMemoryDirectory } from './memory-directory.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'memory-'))
  vi.stubEnv('TMPDIR', undefined)
  vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 40)
})
afterEach(() => {
  rmSync(parent, { recursive: true })
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a run has its temporary files below the directory, and leaves nothing behind', async () => {
  const used = await withMemoryDirectory(async () => {
    mkdirSync(join(tmpdir(), 'database'))
    return tmpdir()
  }, parent)
  expect(used).toContain(parent)
  expect(readdirSync(parent)).toEqual([])
  expect(process.env['TMPDIR']).toBeUndefined()
})

test('a run that fails leaves nothing behind', async () => {
  await expect(withMemoryDirectory(() => Promise.reject(new Error('no browser')), parent)).rejects.toThrow('no browser')
  expect(readdirSync(parent)).toEqual([])
})

test('the files of a run that was killed are removed, those of a running one stay', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const [abandoned, running] = [`registry-run-${pid}-a`, `registry-run-${process.pid}-b`].map((name) => join(parent, name))
  for (const directory of [abandoned, running]) mkdirSync(directory!)
  await withMemoryDirectory(async () => undefined, parent)
  expect([abandoned, running].map((directory) => existsSync(directory!))).toEqual([false, true])
})

test('the files of a killed run of another user stay, and the run goes on', async () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  const abandoned = join(parent, `registry-run-${pid}-a`)
  mkdirSync(abandoned)
  vi.spyOn(process, 'getuid').mockReturnValue((process.getuid?.() ?? 0) + 1)
  expect(await withMemoryDirectory(async () => 'done', parent)).toBe('done')
  expect(existsSync(abandoned)).toBe(true)
})

test('the usual directory stays without enough memory, without the directory, and with TMPDIR set', async () => {
  const usual = tmpdir()
  const find = (from: string): Promise<string> => withMemoryDirectory(async () => tmpdir(), from)
  expect(await find(join(parent, 'none'))).toBe(usual)
  vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 30)
  expect(await find(parent)).toBe(usual)
  vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 40)
  vi.stubEnv('TMPDIR', '/var/tmp')
  expect(await find(parent)).toBe('/var/tmp')
})
