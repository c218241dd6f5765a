import { baseChunk, compressFiles, reactLingui } from '@registry/ui/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { defineConfig } from 'vite'

const api = { '/api': { target: process.env.API_ORIGIN ?? 'http://127.0.0.1:8080' } }

export default defineConfig({
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
  server: { port: 5174, strictPort: true, proxy: api },
  preview: { port: 5174, strictPort: true, proxy: api },
})
