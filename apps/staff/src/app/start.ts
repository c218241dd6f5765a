import '@registry/ui/styles.css'
import '@mantine/charts/styles.layer.css'
import { startApp } from '@registry/app-shell/start.tsx'
import { loadTexts } from './messages.ts'
import { createAppRouter } from './router.ts'
import { shell } from './shell.ts'

await startApp({ shell, createRouter: createAppRouter, loadTexts })
