import type { Messages } from '@lingui/core'
import type { Language } from '@registry/domain/language'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { DialogHost } from '../dialogs/dialogs.tsx'
import { NavigationProvider } from '../layout/navigation.tsx'
import { LanguageProvider, type LoadTexts, activateLanguage } from '../language/language.tsx'
import { UiProvider } from '../theme/ui-provider.tsx'

const catalogues = {
  it: () => [
    import('@registry/domain/locales/it.po'),
    import('@registry/domain/locales/signed-in/it.po'),
    import('@registry/domain/locales/staff/it.po'),
    import('../../locales/it.po'),
    import('../../locales/signed-in/it.po'),
  ],
  en: () => [
    import('@registry/domain/locales/en.po'),
    import('@registry/domain/locales/signed-in/en.po'),
    import('@registry/domain/locales/staff/en.po'),
    import('../../locales/en.po'),
    import('../../locales/signed-in/en.po'),
  ],
} satisfies Record<Language, () => Promise<{ messages: Messages }>[]>

/** Loads the messages of the domain and of this package, of both parts at once. */
export const loadUiMessages = async (language: Language): Promise<Messages> => {
  const loaded = await Promise.all(catalogues[language]())
  return loaded.reduce<Messages>((all, { messages }) => ({ ...all, ...messages }), {})
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
