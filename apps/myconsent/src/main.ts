import '@registry/ui/styles.css'
import '@mantine/charts/styles.css'
import { startApp } from '@registry/app-shell/start.tsx'
import { appParts } from './app/parts.ts'

await startApp(appParts)

// It says politely that the network is missing (REQ-UI-23). A browser that refuses it shows its own page instead.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
