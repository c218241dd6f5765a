import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { isLanguage, type Language } from '@registry/domain/language'
import { createContext, type ReactNode, use, useState } from 'react'
import { showAlert } from '../dialogs/dialogs.tsx'
import { getUnreachableMessage } from '../request-error.ts'
import { storeLanguage } from './chosen-language.ts'

/** The texts of the pages without a session, which every visitor loads first, and those that only pages with a session show. */
type TextsPart = 'first' | 'signedIn'

/** Loads the catalogues of one language. Each app merges the shared catalogues with its own. */
export type LoadMessages = (language: Language, part: TextsPart) => Promise<Messages>

const shownParts = new Set<TextsPart>(['first'])

const loadParts = async (language: Language, load: LoadMessages): Promise<Messages> => {
  const parts = await Promise.all([...shownParts].map((part) => load(language, part)))
  // A page with a session opened while they were loading.
  if (parts.length < shownParts.size) return loadParts(language, load)
  return parts.reduce((all, messages) => ({ ...all, ...messages }), {})
}

/** Activates a language: its catalogues, and `lang` for screen readers and hyphenation. */
export const activateLanguage = async (language: Language, load: LoadMessages): Promise<void> => {
  i18n.loadAndActivate({ locale: language, messages: await loadParts(language, load) })
  document.documentElement.lang = language
}

/** Adds the texts of pages with a session, once. From then on each language is loaded with them. */
export const addSignedInTexts = async (load: LoadMessages): Promise<void> => {
  if (shownParts.has('signedIn')) return
  const language = i18n.locale
  if (!isLanguage(language)) throw new Error('activateLanguage comes first')
  const messages = await load(language, 'signedIn')
  // Somebody chose another language while they were loading.
  if (i18n.locale !== language) return addSignedInTexts(load)
  i18n.load(language, messages)
  shownParts.add('signedIn')
}

type LanguageState = { readonly language: Language; choose(language: Language): Promise<void> }
const LanguageContext = createContext<LanguageState | undefined>(undefined)

type Props = {
  readonly initial: Language
  readonly load: LoadMessages
  readonly onChange: (chosen: Language) => void
  readonly children: ReactNode
}

/** Provides the language. A change needs no reload and is stored on the device; `onChange` reads the data again. */
export const LanguageProvider = ({ initial, load, onChange, children }: Props) => {
  const [language, setLanguage] = useState(initial)
  const choose = async (chosen: Language): Promise<void> => {
    try {
      await activateLanguage(chosen, load)
    } catch {
      // The texts did not arrive. The former language stays, and the banner or this alert says why.
      return showAlert(getUnreachableMessage())
    }
    storeLanguage(chosen)
    setLanguage(chosen)
    onChange(chosen)
  }
  return (
    <LanguageContext value={{ language, choose }}>
      <I18nProvider i18n={i18n}>{children}</I18nProvider>
    </LanguageContext>
  )
}

export const useLanguage = (): LanguageState => {
  const state = use(LanguageContext)
  if (!state) throw new Error('useLanguage needs a LanguageProvider above it')
  return state
}
