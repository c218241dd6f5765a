import { fileURLToPath } from 'node:url'
import { reactLingui } from '@registry/ui/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { PluginOption, UserConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** Icons and manifests, the same files for both apps. */
const publicDir = fileURLToPath(new URL('../ui/public', import.meta.url))

const api = { '/api': { target: process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080' } }

/** What every page of both apps needs. It changes only with these packages, so browsers cache it longest. */
const baseChunk = {
  codeSplitting: {
    groups: [{ name: 'base', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@trpc|@lingui|use-sync-external-store|clsx)\// }],
  },
}

/** Writes a Brotli and a gzip copy beside each text file. The server writes the page itself for each response, so it has no copy. */
const compressFiles = (): PluginOption =>
  compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(css|js|json|svg|txt|webmanifest)$/, logLevel: 'silent' })

/** The build and the development server of an app, at the port. */
export const appConfig = (port: number): UserConfig => ({
  publicDir,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routeFileIgnorePattern: '\\.test\\.' }),
    reactLingui(),
    compressFiles(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: baseChunk },
  },
  server: { port, strictPort: true, proxy: api },
  preview: { port, strictPort: true, proxy: api },
})
