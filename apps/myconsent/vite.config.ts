import { appConfig } from '@registry/app-shell/vite'
import { defineConfig, mergeConfig } from 'vite'
import { buildOfflinePage } from './build-offline-page.ts'

export default defineConfig(mergeConfig(appConfig(5174), { plugins: [buildOfflinePage()] }))
