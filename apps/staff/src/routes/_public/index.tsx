import { createHomeLoader } from '@registry/app-shell/layout/home-loader.ts'
import { HomePage } from '@registry/app-shell/layout/home-page.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { shell } from '../../app/shell.ts'

export const Route = createFileRoute('/_public/')({ loader: createHomeLoader(shell), component: HomePage })
