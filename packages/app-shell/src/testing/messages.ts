import type { LoadTexts } from '@registry/ui/language/language.tsx'
import { loadUiMessages } from '@registry/ui/testing/render.tsx'

const catalogues = {
  it: () => [import('../../locales/it.po'), import('../../locales/signed-in/it.po')] as const,
  en: () => [import('../../locales/en.po'), import('../../locales/signed-in/en.po')] as const,
}

/** The messages of this package and of those that it uses, of both parts at once. */
export const loadTexts: LoadTexts = async (language) => {
  const [shared, first, signedIn] = await Promise.all([loadUiMessages(language), ...catalogues[language]()])
  return { ...shared, ...first.messages, ...signedIn.messages }
}
