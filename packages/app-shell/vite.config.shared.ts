import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reactLingui } from '@registry/ui/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { Plugin, PluginOption, UserConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { signedInTexts, staffFeatureTexts } from '../../signed-in-texts.ts'

/** Icons and manifests, the same files for both apps. */
const publicDir = fileURLToPath(new URL('../ui/public', import.meta.url))

const api = { '/api': { target: process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080' } }

const firstControls =
  /@mantine\/core\/esm\/components\/(Input|InputBase|TextInput|PasswordInput|Checkbox|ActionIcon|Button)\/|@tanstack\/(query-core|react-query)\/(?!.*(queriesObserver|useQueries|useSuspenseQueries|[iI]nfiniteQuery))/

/**
 * Builds tRPC from the sources in its packages. Its built files have helpers for old browsers, three times, and keep code that nothing
 * uses: 3 KB of every first load.
 */
const trpcSources = (): Plugin => {
  const source = (name: string, path: string): string | undefined => {
    const sources = new URL('../src/', import.meta.resolve(`@trpc/${name}`))
    return [`${path}.ts`, `${path}/index.ts`].map((file) => fileURLToPath(new URL(file, sources))).find((file) => existsSync(file))
  }
  return {
    name: 'registry:trpc-sources',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => {
      const [, name, path = 'index'] = /^@trpc\/(client|server|tanstack-react-query)(?:\/(.+))?$/.exec(id) ?? []
      return name === undefined ? undefined : source(name, path)
    },
  }
}

/** The script that calls the server before the others arrive stands alone. */
const isFirstCalls = (file: string): boolean => file.endsWith('/src/first-calls.ts')

/** Paths as `/packages/ui/src/grid/registry-grid.tsx`. */
const signedInPaths = [
  ...Object.entries(signedInTexts).flatMap(([folder, paths]) => paths.map((path) => `/${folder}/src/${path}`)),
  ...staffFeatureTexts.map((feature) => `/apps/staff/src/features/${feature}`),
]
const showsSignedInTexts = (file: string): boolean => signedInPaths.some((path) => file.includes(path))

/**
 * Few files per screen. `base` is what every page starts with of the libraries: it changes only with them, so browsers cache it longest.
 * `start` is the rest that every page starts with. `controls` is what both sign-in pages need. Among the parts that several screens share,
 * a small one joins the one that is closest to it; those of libraries stay apart if they are not tiny, so that sign-in loads no grid,
 * and so do those that show texts which pages without a session do not load: joined, the page of one feature came with the pages of others.
 */
const chunks = {
  codeSplitting: {
    groups: [
      { name: 'base', tags: ['$initial' as const], test: /node_modules\//, priority: 5 },
      { name: 'start', tags: ['$initial' as const], test: (file: string) => !isFirstCalls(file), priority: 4 },
      { name: 'controls', test: firstControls, priority: 3 },
      { name: 'library', test: /node_modules\//, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4000, priority: 2 },
      {
        name: 'shared',
        test: (file: string) => !showsSignedInTexts(file) && !isFirstCalls(file),
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 1500,
        priority: 1,
      },
      { name: 'signed-in', test: (file: string) => !isFirstCalls(file), minShareCount: 2, entriesAware: true, priority: 0 },
    ],
  },
  /** The name of a shared part lists its screens after a tilde, which makes a long address. */
  chunkFileNames: ({ name }: { readonly name: string }) => `assets/${name.split('~', 1).join('')}-[hash].js`,
  assetFileNames: ({ names }: { readonly names: readonly string[] }) =>
    `assets/${names[0]?.split(/[~.]/, 1).join('') ?? 'file'}-[hash][extname]`,
}

const frame = readFileSync(new URL('./frame.html', import.meta.url), 'utf8').replaceAll(/\s*\n\s*/g, '')

/**
 * Puts header and skeleton into the page, so that it shows them before its JavaScript runs (REQ-UI-22). They need only the style sheets,
 * so the scripts load after these.
 */
const pageFrame = (): Plugin => ({
  name: 'registry:page-frame',
  transformIndexHtml: (html) => {
    const [, title = ''] = /<title>(.*)<\/title>/.exec(html) ?? []
    return html
      .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
      .replace('<div id="root"></div>', `<div id="root"></div>${frame.replace('__TITLE__', title)}`)
  },
})

/** Writes a Brotli and a gzip copy beside each text file. The server writes the page itself for each response, so it has no copy. */
const compressFiles = (): PluginOption =>
  compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(css|js|json|svg|txt|webmanifest)$/, logLevel: 'silent' })

/** The build and the development server of an app, at the port. */
export const appConfig = (port: number): UserConfig => ({
  publicDir,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routeFileIgnorePattern: '\\.test\\.' }),
    trpcSources(),
    pageFrame(),
    reactLingui(),
    compressFiles(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ['index.html', 'src/first-calls.ts'], output: chunks },
  },
  server: { port, strictPort: true, proxy: api },
  preview: { port, strictPort: true, proxy: api },
})
