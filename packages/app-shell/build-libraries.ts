import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Builds tRPC from the sources in its packages. Its built files have helpers for old browsers, three times, and keep code that nothing
 * uses: 3 KB of every first load.
 */
export const trpcSources = (): Plugin => {
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

const mantineFile = /@mantine\/core\/esm\/(components\/(Button|ActionIcon|Checkbox)\/\2|core\/MantineProvider\/default-colors)\.mjs$/
/** Parts that components carry as properties, so that a build keeps them even where nothing uses them. They are exported by name too. */
const carriedPart = /^(Button|ActionIcon|Checkbox)\.(Group|GroupSection|Card|Indicator) = \w+;$/gm
const usedPart = /\b(?:Button|ActionIcon|Checkbox)\.(?:Group|GroupSection|Card|Indicator)\b/
/** The palettes of Mantine that neither our theme replaces nor variables.css leaves out: nothing can show the others. */
const palette = /^\t(\w+): \[[^\]]*\],?$/gm
const keptPalettes: readonly string[] = ['dark', 'gray']

/** Leaves out what no screen shows of Mantine's first controls: 3 KB of every first load. */
export const smallerMantine = (): Plugin => ({
  name: 'registry:smaller-mantine',
  apply: 'build',
  transform(code, id) {
    const [, , component] = mantineFile.exec(id) ?? []
    if (component !== undefined) return { code: code.replaceAll(carriedPart, ''), map: null }
    if (mantineFile.test(id))
      return { code: code.replaceAll(palette, (found, name: string) => (keptPalettes.includes(name) ? found : '')), map: null }
    const [part] = id.includes('node_modules') ? [] : (usedPart.exec(code) ?? [])
    if (part !== undefined) this.error(`${part} is left out of the build; import ${part.replace('.', '')} of @mantine/core`)
    return null
  },
})

/** React has the hook that this package brings to old versions of React. */
export const ownExternalStore = (): Plugin => ({
  name: 'registry:own-external-store',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'use-sync-external-store/shim' ? '\0registry:external-store' : undefined),
  load: (id) => (id === '\0registry:external-store' ? "export { useSyncExternalStore } from 'react'" : undefined),
})
