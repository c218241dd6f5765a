import type { Language } from '@registry/domain/language'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { DialogHost } from '../dialogs/dialogs.tsx'
import { NavigationProvider } from '../layout/navigation.tsx'
import { LanguageProvider, type LoadMessages, activateLanguage } from '../language/language.tsx'
import { UiProvider } from '../theme/ui-provider.tsx'

const catalogues = { it: () => import('../../locales/it.po'), en: () => import('../../locales/en.po') }
const domainCatalogues = { it: () => import('@registry/domain/locales/it.po'), en: () => import('@registry/domain/locales/en.po') }
const loadMessages: LoadMessages = async (language) => ({
  ...(await domainCatalogues[language]()).messages,
  ...(await catalogues[language]()).messages,
})

type Options = {
  readonly language?: Language
  readonly onNavigate?: (to: string) => void
  /** Loads the catalogues of another package. */
  readonly load?: LoadMessages
}

/** Renders components with the providers of an app, and returns the user events. */
export const show = async (node: ReactNode, { language = 'it', onNavigate = () => undefined, load = loadMessages }: Options = {}) => {
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
