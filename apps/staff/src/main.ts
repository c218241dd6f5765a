import '@registry/ui/styles.css'
import '@mantine/charts/styles.css'
import { startApp } from '@registry/app-shell/start.tsx'
import { appParts } from './app/parts.ts'

await startApp(appParts)
