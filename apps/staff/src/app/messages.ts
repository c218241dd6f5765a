import type { LoadMessages } from '@registry/ui/language/language.tsx'

/** One file per language: the shared messages and those of this app. */
const catalogues = {
  it: () => import('./messages.it.ts'),
  en: () => import('./messages.en.ts'),
}

export const loadMessages: LoadMessages = async (language) => (await catalogues[language]()).messages
