import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { Plugin, PluginOption } from 'vite'

const configPath = fileURLToPath(new URL('../../lingui.config.ts', import.meta.url))

const versionPattern = /^ *"version": "([^"]+)"/m

/** Defines the version of the front end at build time (REQ-UI-09). */
const defineVersion = (): Plugin => {
  const [, version = ''] = versionPattern.exec(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) ?? []
  return { name: 'registry:version', config: () => ({ define: { __FRONT_END_VERSION__: JSON.stringify(version) } }) }
}

/** The plugins of both apps and their tests: React, the catalogues and the version. */
export const reactLingui = (): PluginOption[] => [
  defineVersion(),
  react(),
  lingui({ configPath }),
  // A production build keeps the Italian texts, which no catalogue has.
  // Babel looks for the macro from here, because this package depends on it, and not from where the process started.
  babel({
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' }, { configPath })],
  }),
]
