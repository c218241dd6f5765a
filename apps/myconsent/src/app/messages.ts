import type { LoadTexts } from '@registry/ui/language/language.tsx'

/** The Italian texts are in the code. */
export const loadTexts: LoadTexts = async (language) => (language === 'it' ? {} : (await import('./messages.en.ts')).messages)
