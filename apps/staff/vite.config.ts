import { appConfig } from '@registry/app-shell/vite'
import { defineConfig } from 'vite'

export default defineConfig(appConfig(5173))
