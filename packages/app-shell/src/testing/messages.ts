import type { Messages } from '@lingui/core'
import type { Language } from '@registry/domain/language'
import type { LoadMessages } from '@registry/ui/language/language.tsx'

const catalogues = {
  it: () => [import('@registry/domain/locales/it.po'), import('@registry/ui/locales/it.po'), import('../../locales/it.po')],
  en: () => [import('@registry/domain/locales/en.po'), import('@registry/ui/locales/en.po'), import('../../locales/en.po')],
} satisfies Record<Language, () => Promise<{ messages: Messages }>[]>

/** The messages of this package and of those that it uses. */
export const loadMessages: LoadMessages = async (language) => {
  const loaded = await Promise.all(catalogues[language]())
  return loaded.reduce<Messages>((all, { messages }) => ({ ...all, ...messages }), {})
}
