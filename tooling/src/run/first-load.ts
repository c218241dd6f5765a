import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { root } from '../repository.ts'
import type { Check } from './checks.ts'

type App = 'myconsent' | 'staff'

/** A screen that opens without another before it, with the routes and texts that it loads, and its limits in KB after gzip. */
type Screen = {
  readonly name: string
  readonly app: App
  readonly parts: readonly string[]
  readonly limits: { readonly script: number; readonly style: number }
}

const texts = 'src/app/messages.en.ts'
const firstCalls = 'src/first-calls.ts'
const route = (path: string): string => `src/routes/${path}.tsx?tsr-split=component`

/** What a person on a slow line still does not notice; libraries may cost more than our own code. */
export const screens = {
  patientSignIn: {
    name: 'patients’ sign-in',
    app: 'myconsent',
    parts: [texts],
    limits: { script: 230, style: 36 },
  },
  staffSignIn: {
    name: 'staff sign-in',
    app: 'staff',
    parts: [texts],
    limits: { script: 270, style: 36 },
  },
  patientHome: {
    name: 'patients’ home',
    app: 'myconsent',
    parts: [texts, firstCalls, route('_signed-in'), route('_signed-in/myconsent')],
    limits: { script: 260, style: 36 },
  },
  consents: {
    name: 'consents',
    app: 'myconsent',
    parts: [texts, firstCalls, route('_signed-in'), route('_signed-in/consenso')],
    limits: { script: 270, style: 36 },
  },
  grid: {
    name: 'result of a filter, with grid',
    app: 'staff',
    parts: [texts, firstCalls, route('_signed-in'), route('_signed-in/ca_filtro.$filterId')],
    limits: { script: 350, style: 48 },
  },
} as const satisfies Record<string, Screen>

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).optional(),
    css: z.array(z.string()).optional(),
  }),
)
type Manifest = z.infer<typeof Manifest>

const started = /(?:src|href)="\/(assets\/[^"]+)"/g

/** Lists the files that the browser loads for the page and these parts: what they import, and its style sheets. @throws for an unknown part */
export const listFiles = (page: string, manifest: Manifest, parts: readonly string[]): ReadonlySet<string> => {
  const files = new Set<string>()
  const follow = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The built app has no ${name}`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) follow(next)
  }
  for (const [, file = ''] of page.matchAll(started)) {
    const name = Object.keys(manifest).find((key) => manifest[key]?.file === file)
    if (name === undefined) files.add(file)
    else follow(name)
  }
  for (const part of parts) follow(part)
  return files
}

const kilobytes = async (directory: string, files: readonly string[]): Promise<number> => {
  let bytes = 0
  for (const file of files) bytes += gzipSync(await readFile(join(directory, file)), { level: 9 }).length
  return bytes / 1000
}

type Build = { readonly directory: string; readonly page: string; readonly manifest: Manifest }

/** @throws if the app is not built */
const readBuild = async (app: App): Promise<Build> => {
  const directory = join(root, 'apps', app, 'dist')
  const manifest = Manifest.parse(JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8')))
  return { directory, page: await readFile(join(directory, 'index.html'), 'utf8'), manifest }
}

/** Measures what a screen of a built app loads, each file compressed as by a proxy. @throws if the app is not built */
export const measureScreen = async ({ app, parts }: Screen): Promise<{ files: number; script: number; style: number }> => {
  const { directory, page, manifest } = await readBuild(app)
  const files = [...listFiles(page, manifest, parts)]
  const scripts = files.filter((file) => file.endsWith('.js'))
  return {
    files: scripts.length,
    script: await kilobytes(directory, scripts),
    style: await kilobytes(
      directory,
      files.filter((file) => file.endsWith('.css')),
    ),
  }
}

/** Compares the first load of each screen with its limits. It needs the built apps. */
export const firstLoad: Check = {
  name: 'first load',
  run: async () => {
    const lines: string[] = []
    let code = 0
    for (const screen of Object.values(screens)) {
      const { files, script, style } = await measureScreen(screen)
      const { limits } = screen
      if (script > limits.script || style > limits.style) code = 1
      lines.push(
        `${screen.name}: ${script.toFixed(1)} of ${limits.script} KB JavaScript in ${files} files, ${style.toFixed(1)} of ${limits.style} KB CSS`,
      )
    }
    return { code, output: lines.join('\n') }
  },
  remedy: 'load what the screen does not need at first later, then run `pnpm build` and `pnpm test`',
}
