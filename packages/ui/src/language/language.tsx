import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { isLanguage, type Language } from '@registry/domain/language'
import { createContext, type ReactNode, use, useState } from 'react'
import { showAlert } from '../dialogs/dialogs.tsx'
import { getUnreachableMessage } from '../request-error.ts'
import { storeLanguage } from './chosen-language.ts'

/** Loads a part of the texts in one language: what every page starts with, what pages with a session show, or one feature's. */
export type LoadTexts = (language: Language) => Promise<Messages>

/** Builds the loader of a part from its file in each language. */
export const textsIn =
  (files: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>>): LoadTexts =>
  async (language) =>
    (await files[language]()).messages

/** The parts that pages have needed so far. Each language is loaded with all of them. */
const shownParts = new Set<LoadTexts>()

const loadParts = async (language: Language): Promise<Messages> => {
  const parts = await Promise.all([...shownParts].map((load) => load(language)))
  // A page with further texts opened while they were loading.
  if (parts.length < shownParts.size) return loadParts(language)
  return parts.reduce((all, messages) => ({ ...all, ...messages }), {})
}

/** Forgets the parts that pages have needed. */
export const removeTexts = (): void => shownParts.clear()

/** Activates a language: its texts, of which `load` is the first part, and `lang` for screen readers and hyphenation. */
export const activateLanguage = async (language: Language, load: LoadTexts): Promise<void> => {
  shownParts.add(load)
  i18n.loadAndActivate({ locale: language, messages: await loadParts(language) })
  document.documentElement.lang = language
}

/** Adds a part of the texts, once, before the first page that shows it. */
export const addTexts = async (load: LoadTexts): Promise<void> => {
  if (shownParts.has(load)) return
  const language = i18n.locale
  if (!isLanguage(language)) throw new Error('activateLanguage comes first')
  const messages = await load(language)
  // Somebody chose another language while they were loading.
  if (i18n.locale !== language) return addTexts(load)
  i18n.load(language, messages)
  shownParts.add(load)
}

type LanguageState = { readonly language: Language; choose(language: Language): Promise<void> }
const LanguageContext = createContext<LanguageState | undefined>(undefined)

type Props = {
  readonly initial: Language
  readonly load: LoadTexts
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
