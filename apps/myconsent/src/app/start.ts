import '@registry/ui/styles.css'
import '@mantine/charts/styles.layer.css'
import { startApp } from '@registry/app-shell/start.tsx'
import { loadTexts } from './messages.ts'
import { createAppRouter } from './router.ts'
import { shell } from './shell.ts'

await startApp({ shell, createRouter: createAppRouter, loadTexts })

// It explains that the network is missing. A browser that does not install it shows its default page.
if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
