import { appConfig } from '@registry/app-shell/vite'
import { defineConfig } from 'vite'

export default defineConfig(appConfig({ port: 5173, signIn: '/login', commonFrom: 10 }))
