import '@registry/ui/styles.css'
import '@mantine/charts/styles.layer.css'
import { startApp } from '@registry/app-shell/start.tsx'
import { startDensity } from '@registry/ui/theme/density.ts'
import { loadTexts } from './messages.ts'
import { createAppRouter } from './router.ts'
import { shell } from './shell.ts'

// Before the first page, so that nothing moves.
startDensity()
await startApp({ shell, createRouter: createAppRouter, loadTexts })
