import { fileURLToPath } from 'node:url'
import { reactLingui } from '@registry/ui/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { PluginOption, UserConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { buildChunks } from './build-chunks.ts'
import { ownExternalStore, smallerMantine, trpcSources } from './build-libraries.ts'
import { pageFrame } from './build-page-frame.ts'

/** Icons and manifests, the same files for both apps. */
const publicDir = fileURLToPath(new URL('../ui/public', import.meta.url))

const api = { '/api': { target: process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080' } }

/** Writes a Brotli and a gzip copy beside each text file. The server writes the page itself for each response, so it has no copy. */
const compressFiles = (): PluginOption =>
  compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(css|js|json|svg|txt|webmanifest)$/, logLevel: 'silent' })

type AppBuild = {
  readonly port: number
  /** The address of the sign-in page. */
  readonly signIn: string
  /** Small parts of at least so many screens or dialogs come in one file. */
  readonly commonFrom: number
}

/** The build and the development server of an app. */
export const appConfig = ({ port, signIn, commonFrom }: AppBuild): UserConfig => ({
  publicDir,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // The sign-in page is in the files that every page starts with: alone it would be five more.
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => (routeId === '/_public' || routeId === `/_public${signIn}` ? [] : undefined),
      },
      routeFileIgnorePattern: '\\.test\\.',
    }),
    trpcSources(),
    smallerMantine(),
    ownExternalStore(),
    pageFrame(),
    reactLingui(),
    compressFiles(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ['index.html', 'src/first-calls.ts', 'src/after-paint.ts'], output: buildChunks(commonFrom) },
  },
  server: { port, strictPort: true, proxy: api },
  preview: { port, strictPort: true, proxy: api },
})
