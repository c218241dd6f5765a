import { fileURLToPath } from 'node:url'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { PluginOption, Rolldown } from 'vite'

const configPath = fileURLToPath(new URL('../../lingui.config.ts', import.meta.url))

/** React with the words of the catalogues: the same list for both apps and for their tests. */
export const reactLingui = (): PluginOption[] => [
  react(),
  lingui({ configPath }),
  babel({ presets: [linguiTransformerBabelPreset({}, { configPath })] }),
]

/** What every page of both apps needs, in one file that changes only with its versions: it is cached longest and packs best. */
export const baseChunk: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [{ name: 'base', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@trpc|@lingui|use-sync-external-store|clsx)\// }],
  },
}
