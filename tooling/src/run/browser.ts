import { constants } from 'node:fs'
import { access, chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { root } from '../repository.ts'
import { run } from './command.ts'

/** A place to look for a browser. `find` returns the path of the program, or undefined. */
type BrowserSource = { readonly name: string; readonly find: () => Promise<string | undefined> }

const isProgram = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const findOnPath = async (): Promise<string | undefined> => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  for (const path of folders.flatMap((folder) => names.map((name) => join(folder, name)))) if (await isProgram(path)) return path
  return undefined
}

/** Unpacks the browser of @sparticuz/chromium and its libraries into TMPDIR. */
const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); console.log(await chromium.executablePath())`

/** Replaces the font settings of the package, which are for another environment. Without a font the browser crashes on text. */
const fontSettings = (home: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`

/**
 * Unpacks the Chromium of a registry package, which needs neither root nor a network.
 * The package unpacks into the temporary directory. It gets a private one, because other users can write to the shared one.
 */
const unpackFromPackage = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const home = join(root, 'node_modules/.cache/chromium')
  const start = join(home, 'start')
  // This file is written last, so it shows that the browser is complete.
  if (await isProgram(start)) return start
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { recursive: true, mode: 0o700 })
  // The package unpacks its libraries only if this variable names its intended environment.
  const unpacked = await run(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: join(root, 'tooling'),
    env: { TMPDIR: home, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  })
  const program = unpacked.output.trim().split('\n').at(-1) ?? ''
  if (unpacked.code !== 0 || !(await isProgram(program))) return undefined
  await writeFile(join(home, 'fonts/fonts.conf'), fontSettings(home))
  // Only the browser may load these libraries: in the environment of Node, Node would load them too.
  const libraries = `${join(home, 'al2023/lib')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}`
  await writeFile(start, `#!/bin/sh\nLD_LIBRARY_PATH="${libraries}" FONTCONFIG_PATH="${join(home, 'fonts')}" exec "${program}" "$@"\n`)
  await chmod(start, 0o700)
  return start
}

const sources: readonly BrowserSource[] = [
  { name: 'CHROMIUM', find: async () => process.env['CHROMIUM'] || undefined },
  { name: 'PATH', find: findOnPath },
  { name: '@sparticuz/chromium', find: unpackFromPackage },
]

/** Arguments for browser tests. Containers offer no sandbox to root and little shared memory. */
export const browserArguments = ['--no-sandbox', '--disable-dev-shm-usage']

/** Without a browser all its tests fail, and a busy machine starts one slowly. */
const answerMs = 120_000

const takeScreenshot = async (page: Page, text: string): Promise<Buffer> => {
  await page.goto(`data:text/html,<title>ready</title><p>${text}`, { timeout: answerMs })
  return page.screenshot({ timeout: answerMs })
}

/** Returns why the tests cannot use this browser, or undefined if they can. */
export const findDefect = async (program: string): Promise<string | undefined> => {
  try {
    const browser = await chromium.launch({ executablePath: program, args: browserArguments, timeout: answerMs })
    const page = await browser.newPage()
    const empty = await takeScreenshot(page, '')
    const written = await takeScreenshot(page, 'Consenso informato')
    await browser.close()
    return written.equals(empty) ? 'draws no text' : undefined
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 1).join('') : 'does not start'
  }
}

export type Browser = { readonly program: string; readonly source: string }

/**
 * Finds a Chromium that starts and renders a page with text.
 * @throws if there is none, with the candidates and how to install one
 */
export const findBrowser = async (): Promise<Browser> => {
  const attempts: string[] = []
  for (const { name, find } of sources) {
    const program = await find()
    const reason = program ? await findDefect(program) : 'none'
    if (program && !reason) return { program, source: name }
    attempts.push(`${name}: ${program ?? ''} ${reason ?? ''}`.trim())
    if (name === 'CHROMIUM' && program) break
  }
  throw new Error(`No browser for the browser tests. Install Chromium, or name one in CHROMIUM. Tried:\n  ${attempts.join('\n  ')}`)
}
