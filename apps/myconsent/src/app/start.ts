import '@registry/ui/styles.css'
import '@mantine/charts/styles.layer.css'
import { startApp } from '@registry/app-shell/start.tsx'
import { loadTexts } from './messages.ts'
import { createAppRouter } from './router.ts'
import { shell } from './shell.ts'

await startApp({ shell, createRouter: createAppRouter, loadTexts })

// It says politely that the network is missing (REQ-UI-23). A browser that refuses it shows its own page instead.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
