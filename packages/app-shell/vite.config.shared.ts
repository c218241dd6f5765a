import { fileURLToPath } from 'node:url'
import { reactLingui } from '@registry/ui/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { UserConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

const api = { '/api': { target: process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080' } }

/** The build and the development server of an app. */
export const appConfig = (port: number): UserConfig => ({
  /** Icons and manifests, the same files for both apps. */
  publicDir: fileURLToPath(new URL('../ui/public', import.meta.url)),
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routeFileIgnorePattern: '\\.test\\.' }),
    reactLingui(),
    // The server fills in the page for each response, so index.html has no compressed copy.
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(css|js|json|svg|txt|webmanifest)$/, logLevel: 'silent' }),
  ],
  build: { target: 'es2023', manifest: true, reportCompressedSize: false },
  server: { port, strictPort: true, proxy: api },
  preview: { port, strictPort: true, proxy: api },
})
