import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { Plugin, PluginOption, Rolldown } from 'vite'
import { compression } from 'vite-plugin-compression2'

const configPath = fileURLToPath(new URL('../../lingui.config.ts', import.meta.url))

const versionPattern = /^ *"version": "([^"]+)"/m

/** Writes the release's version into the front end (spec 1, section 1, version dialog). */
const builtInVersion = (): Plugin => {
  const [, version = ''] = versionPattern.exec(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) ?? []
  return { name: 'registry:version', config: () => ({ define: { __FRONT_END_VERSION__: JSON.stringify(version) } }) }
}

/** React with the words of the catalogues and the version: the same list for both apps and for their tests. */
export const reactLingui = (): PluginOption[] => [
  builtInVersion(),
  react(),
  lingui({ configPath }),
  babel({ presets: [linguiTransformerBabelPreset({}, { configPath })] }),
]

/** Writes a Brotli and a gzip copy beside each text file, which the server sends. The page itself is written anew for each response. */
export const compressFiles = (): PluginOption =>
  compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(css|js|json|svg|txt|webmanifest)$/, logLevel: 'silent' })

/** What every page of both apps needs, in one file that changes only with its versions: it is cached longest and packs best. */
export const baseChunk: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [{ name: 'base', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@trpc|@lingui|use-sync-external-store|clsx)\// }],
  },
}
