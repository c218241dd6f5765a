import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { Plugin, PluginOption } from 'vite'

const configPath = fileURLToPath(new URL('../../lingui.config.ts', import.meta.url))

const versionPattern = /^ *"version": "([^"]+)"/m

/** Writes the release's version into the front end (REQ-UI-09). */
const builtInVersion = (): Plugin => {
  const [, version = ''] = versionPattern.exec(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) ?? []
  return { name: 'registry:version', config: () => ({ define: { __FRONT_END_VERSION__: JSON.stringify(version) } }) }
}

/** Plugins for React, the catalogues and the version. Builds and tests use the same list. */
export const reactLingui = (): PluginOption[] => [
  builtInVersion(),
  react(),
  lingui({ configPath }),
  babel({ presets: [linguiTransformerBabelPreset({}, { configPath })] }),
]
