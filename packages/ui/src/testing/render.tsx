import type { Language } from '@registry/domain/language'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { DialogHost } from '../dialogs/dialogs.tsx'
import { NavigationProvider } from '../layout/navigation.tsx'
import { LanguageProvider, type LoadWords, speak } from '../language/language.tsx'
import { UiProvider } from '../theme/ui-provider.tsx'

const catalogues = { it: () => import('../../locales/it.po'), en: () => import('../../locales/en.po') }
const shared = { it: () => import('@registry/domain/locales/it.po'), en: () => import('@registry/domain/locales/en.po') }
const loadWords: LoadWords = async (language) => ({ ...(await shared[language]()).messages, ...(await catalogues[language]()).messages })

type Options = {
  readonly language?: Language
  readonly onNavigate?: (to: string) => void
  /** The catalogues of another package's parts. */
  readonly load?: LoadWords
}

/** Shows a part of the kit with everything that an app puts around it. */
export const show = async (node: ReactNode, { language = 'it', onNavigate = () => undefined, load = loadWords }: Options = {}) => {
  await speak(language, load)
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
