import { constants } from 'node:fs'
import { access, chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
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

/** How this user runs programs that need root: as they are, through sudo without a password, or not at all. */
const rootPrefix = async (): Promise<readonly string[] | undefined> => {
  if (process.getuid?.() === 0) return []
  return (await run('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : undefined
}

const fromDebian = async (): Promise<string | undefined> => {
  const prefix = await rootPrefix()
  if (!prefix || (await run('apt-get', ['--version'])).code !== 0) return undefined
  console.log('No browser was found: installing Debian’s chromium')
  const install = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium']
  const asRoot = ([command = '', ...args]: readonly string[]) => run(command, args)
  await asRoot([...prefix, 'apt-get', 'update', '-qq'])
  return (await asRoot([...prefix, 'env', ...install])).code === 0 ? onPath() : undefined
}

/** The script that unpacks the browser of @sparticuz/chromium, with the libraries that a bare machine lacks, where TMPDIR points. */
const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); console.log(await chromium.executablePath())`

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
  // The libraries are for the browser alone: Node would load them too from the environment.
  const libraries = `${join(home, 'al2023/lib')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}`
  await writeFile(start, `#!/bin/sh\nLD_LIBRARY_PATH="${libraries}" FONTCONFIG_PATH="${join(home, 'fonts')}" exec "${program}" "$@"\n`)
  await chmod(start, 0o700)
  return start
}

const ways: readonly Way[] = [
  { name: 'CHROMIUM', find: async () => process.env['CHROMIUM'] || undefined },
  { name: 'PATH', find: onPath },
  { name: 'apt-get', find: fromDebian },
  { name: '@sparticuz/chromium', find: fromRegistry },
]

/** What the browser tests start it with: containers give neither a sandbox to root nor much shared memory. */
export const browserArguments = ['--no-sandbox', '--disable-dev-shm-usage']

/** Why a program is no browser that the tests can use; `undefined` where it is. */
const refuse = async (program: string): Promise<string | undefined> => {
  try {
    const browser = await chromium.launch({ executablePath: program, args: browserArguments, timeout: 60_000 })
    const page = await browser.newPage()
    await page.goto('data:text/html,<title>ready</title>', { timeout: 30_000 })
    const title = await page.title()
    await browser.close()
    return title === 'ready' ? undefined : 'shows no page'
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 1).join('') : 'does not start'
  }
}

export type Browser = { readonly program: string; readonly way: string }

/**
 * Finds a Chromium, or installs one. Every candidate has to show a page first: a machine may have one that does not start.
 * @throws when no way leads to a browser, with what was tried and what to do.
 */
export const findBrowser = async (): Promise<Browser> => {
  const tried: string[] = []
  for (const { name, find } of ways) {
    const program = await find()
    const reason = program ? await refuse(program) : 'none'
    if (program && !reason) return { program, way: name }
    tried.push(`${name}: ${program ?? ''} ${reason ?? ''}`.trim())
    if (name === 'CHROMIUM' && program) break
  }
  throw new Error(`No browser for the browser tests. Install Chromium, or name one in CHROMIUM. Tried:\n  ${tried.join('\n  ')}`)
}
