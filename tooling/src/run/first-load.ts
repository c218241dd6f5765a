import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { root } from '../repository.ts'
import type { Check } from './checks.ts'

/** The most JavaScript of each sign-in page, in KB after gzip. */
const limits = { myconsent: 230, staff: 270 } as const

/** The modules of a sign-in page in English, which is larger than the Italian one by the catalogue. */
const modules = ['index.html', 'src/app/start.ts', 'src/app/sign-in-messages.en.ts']

/** The manifest of Vite: the file of each module, and the modules that it imports. */
const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }))
type Manifest = z.infer<typeof Manifest>

/** Lists the scripts of some modules and of what they import. @throws Error for an unknown module */
export const listScripts = (manifest: Manifest, names: readonly string[]): ReadonlySet<string> => {
  const files = new Set<string>()
  const follow = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The built app has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports.forEach(follow)
  }
  names.forEach(follow)
  return files
}

/** @throws if the app is not built */
const measureSignIn = async (app: keyof typeof limits): Promise<number> => {
  const directory = join(root, 'apps', app, 'dist')
  const manifest = Manifest.parse(JSON.parse(await readFile(join(directory, '.vite/manifest.json'), 'utf8')))
  let bytes = 0
  for (const file of listScripts(manifest, modules)) bytes += gzipSync(await readFile(join(directory, file)), { level: 9 }).length
  return bytes / 1000
}

/** Compares the JavaScript of both sign-in pages with their limits. It needs the built apps. */
export const firstLoad: Check = {
  name: 'first load',
  run: async () => {
    const sizes = { myconsent: await measureSignIn('myconsent'), staff: await measureSignIn('staff') }
    return {
      code: sizes.myconsent > limits.myconsent || sizes.staff > limits.staff ? 1 : 0,
      output: `sign-in of patients: ${sizes.myconsent.toFixed(1)} of ${limits.myconsent} KB JavaScript
sign-in of staff: ${sizes.staff.toFixed(1)} of ${limits.staff} KB JavaScript`,
    }
  },
  remedy: 'load what the sign-in page does not need later, then run `pnpm build` and `pnpm test`',
}
