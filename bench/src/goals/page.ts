import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from '../figures.ts'
import { root } from '@registry/tooling/repository'

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

const dist = join(root, 'apps/myconsent/dist')
const maxKilobytes = 180

/** The parts that the browser loads before sign-in: the page, the public layout, the form and its texts. */
const entries = [
  'index.html',
  'src/routes/_public.tsx?tsr-split=component',
  'src/routes/_public/loginp.tsx?tsr-split=component',
  'src/app/messages.it.ts',
]

const readManifest = async (): Promise<Manifest> => {
  try {
    return JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  } catch {
    throw new Error('apps/myconsent is not built: run `pnpm build` first')
  }
}

const listFiles = (manifest: Manifest): ReadonlySet<string> => {
  const files = new Set<string>()
  const visited = new Set<string>()
  const follow = (name: string): void => {
    if (visited.has(name)) return
    visited.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The built app has no ${name}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) follow(next)
  }
  entries.forEach(follow)
  return files
}

const kilobytes = async (files: ReadonlySet<string>, ending: string): Promise<number> => {
  let bytes = 0
  for (const file of files) if (file.endsWith(ending)) bytes += gzipSync(await readFile(join(dist, file)), { level: 9 }).length
  return bytes / 1000
}

/** Part of goal 12: the size of the patients' sign-in page, with each file compressed as by a proxy. */
export const measurePage = async (): Promise<Figure[]> => {
  const files = listFiles(await readManifest())
  const [script, style] = [await kilobytes(files, '.js'), await kilobytes(files, '.css')]
  return [
    {
      goal: '12',
      work: 'first load of the patients’ sign-in page',
      target: `≤ ${maxKilobytes} KB JavaScript (gzip)`,
      measured: `${script.toFixed(0)} KB JavaScript, ${style.toFixed(0)} KB CSS`,
      cpu: '–',
      memory: '–',
      met: script <= maxKilobytes,
    },
  ]
}
