import type { LoadWords } from '@registry/ui/language/language.tsx'

/** One file a language: the shared words and this app's. */
const catalogues = {
  it: () => import('./words.it.ts'),
  en: () => import('./words.en.ts'),
}

export const loadWords: LoadWords = async (language) => (await catalogues[language]()).messages
