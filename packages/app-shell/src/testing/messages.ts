import type { LoadTexts } from '@registry/ui/language/language.tsx'
import { loadUiMessages } from '@registry/ui/testing/render.tsx'

/** The messages of this package and of those that it uses. */
export const loadTexts: LoadTexts = async (language) =>
  language === 'it' ? {} : { ...(await loadUiMessages(language)), ...(await import('../../locales/en.po')).messages }
