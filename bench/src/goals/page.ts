import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from '../figures.ts'
import { root } from '../repository.ts'

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
type Manifest = Readonly<Record<string, Chunk>>

const dist = join(root, 'apps/myconsent/dist')
const mostKilobytes = 180

/** What the browser loads before somebody can sign in: the page, the frame of pages without a session, the form and its words. */
const needed = [
  'index.html',
  'src/routes/_public.tsx?tsr-split=component',
  'src/routes/_public/loginp.tsx?tsr-split=component',
  'src/app/words.it.ts',
]

const readManifest = async (): Promise<Manifest> => {
  try {
    return JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  } catch {
    throw new Error('apps/myconsent is not built: run `pnpm build` first')
  }
}

const filesOf = (manifest: Manifest): ReadonlySet<string> => {
  const files = new Set<string>()
  const seen = new Set<string>()
  const follow = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The built app has no ${name}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) follow(next)
  }
  needed.forEach(follow)
  return files
}

const kilobytes = async (files: ReadonlySet<string>, ending: string): Promise<number> => {
  let bytes = 0
  for (const file of files) if (file.endsWith(ending)) bytes += gzipSync(await readFile(join(dist, file)), { level: 9 }).length
  return bytes / 1000
}

/** Goal 12 in part: what the patients' sign-in page loads, each file compressed as a proxy would. */
export const measurePage = async (): Promise<Figure[]> => {
  const files = filesOf(await readManifest())
  const [script, style] = [await kilobytes(files, '.js'), await kilobytes(files, '.css')]
  return [
    {
      goal: '12',
      work: 'first load of the patients’ sign-in page',
      wanted: `≤ ${mostKilobytes} KB JavaScript (gzip)`,
      measured: `${script.toFixed(0)} KB JavaScript, ${style.toFixed(0)} KB CSS`,
      cpu: '–',
      memory: '–',
      met: script <= mostKilobytes,
    },
  ]
}
