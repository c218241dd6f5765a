import { i18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { I18nProvider } from '@lingui/react'
import type { Language } from '@registry/domain/language'
import { createContext, type ReactNode, use, useState } from 'react'
import { showAlert } from '../dialogs/dialogs.tsx'
import { getUnreachableMessage } from '../request-error.ts'
import { storeLanguage } from './chosen-language.ts'

/** Loads the texts of a language, other than those in the code. */
export type LoadTexts = (language: Language) => Promise<Messages>

// Italian texts come from the code as written, with their placeholders and plurals.
i18n.setMessagesCompiler(compileMessage)

/** Activates a language: its texts, and `lang` for screen readers and hyphenation. */
export const activateLanguage = async (language: Language, load: LoadTexts): Promise<void> => {
  i18n.loadAndActivate({ locale: language, messages: await load(language) })
  document.documentElement.lang = language
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
      // The texts did not arrive. The previous language stays, and the banner or this alert explains why.
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
