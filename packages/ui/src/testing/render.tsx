import type { Language } from '@registry/domain/language'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { DialogHost } from '../dialogs/dialogs.tsx'
import { NavigationProvider } from '../layout/navigation.tsx'
import { LanguageProvider, type LoadTexts, activateLanguage } from '../language/language.tsx'
import { UiProvider } from '../theme/ui-provider.tsx'

/** Loads the messages of the domain and of this package. */
export const loadUiMessages: LoadTexts = async (language) => {
  if (language === 'it') return {}
  const [domain, ui] = await Promise.all([import('@registry/domain/locales/en.po'), import('../../locales/en.po')])
  return { ...domain.messages, ...ui.messages }
}

type Options = {
  readonly language?: Language
  readonly onNavigate?: (to: string) => void
  /** Loads the catalogues of another package. */
  readonly load?: LoadTexts
}

/** Renders components with the providers of an app, and returns the user events. */
export const show = async (node: ReactNode, { language = 'it', onNavigate = () => undefined, load = loadUiMessages }: Options = {}) => {
  await activateLanguage(language, load)
  render(
    <UiProvider env="test">
      <LanguageProvider initial={language} load={load} onChange={() => undefined}>
        <NavigationProvider value={onNavigate}>
          {node}
          <DialogHost />
        </NavigationProvider>
      </LanguageProvider>
    </UiProvider>,
  )
  return userEvent.setup()
}
