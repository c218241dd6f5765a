import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Language } from '@registry/domain/language'
import { createContext, type ReactNode, use, useState } from 'react'
import { keepLanguage } from './chosen-language.ts'

/** Loads the catalogues of one language; each app merges the shared ones with its own. */
export type LoadWords = (language: Language) => Promise<Messages>

/** Makes a language the one that is spoken: catalogues, and `lang` for screen readers and hyphenation. */
export const speak = async (language: Language, load: LoadWords): Promise<void> => {
  i18n.loadAndActivate({ locale: language, messages: await load(language) })
  document.documentElement.lang = language
}

type Speaking = { readonly language: Language; choose(language: Language): Promise<void> }
const SpeakingContext = createContext<Speaking | undefined>(undefined)

type Props = { readonly initial: Language; readonly load: LoadWords; readonly onChange: () => void; readonly children: ReactNode }

/** Holds the language; a change needs no reload, is kept on the device, and is told to `onChange` so that data are read again. */
export const LanguageProvider = ({ initial, load, onChange, children }: Props) => {
  const [language, setLanguage] = useState(initial)
  const choose = async (wanted: Language): Promise<void> => {
    await speak(wanted, load)
    keepLanguage(wanted)
    setLanguage(wanted)
    onChange()
  }
  return (
    <SpeakingContext value={{ language, choose }}>
      <I18nProvider i18n={i18n}>{children}</I18nProvider>
    </SpeakingContext>
  )
}

export const useLanguage = (): Speaking => {
  const speaking = use(SpeakingContext)
  if (!speaking) throw new Error('useLanguage needs a LanguageProvider above it')
  return speaking
}
