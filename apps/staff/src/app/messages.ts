import type { LoadMessages } from '@registry/ui/language/language.tsx'

/** One file per language and part: the shared messages and those of this app. */
const catalogues = {
  first: { it: () => import('./messages.it.ts'), en: () => import('./messages.en.ts') },
  signedIn: { it: () => import('./messages.signed-in.it.ts'), en: () => import('./messages.signed-in.en.ts') },
}

export const loadMessages: LoadMessages = async (language, part) => (await catalogues[part][language]()).messages
