import type { AppParts } from '@registry/app-shell/app.tsx'
import { loadTexts } from './messages.ts'
import { createAppRouter } from './router.ts'
import { shell } from './shell.ts'

/** This app, for the page that starts it and for the tests. */
export const appParts: AppParts = { shell, createRouter: createAppRouter, loadTexts }
