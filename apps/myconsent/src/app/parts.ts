import type { AppParts } from '@registry/app-shell/app.tsx'
import type { LoadMessages } from '@registry/ui/language/language.tsx'
import { createAppRouter } from './router.ts'
import { shell } from './shell.ts'

/** One file per language: the shared messages and those of this app. */
const catalogues = {
  it: () => import('./messages.it.ts'),
  en: () => import('./messages.en.ts'),
}

const loadMessages: LoadMessages = async (language) => (await catalogues[language]()).messages

/** This app, for the page that starts it and for the tests. */
export const appParts: AppParts = { shell, createRouter: createAppRouter, loadMessages }
