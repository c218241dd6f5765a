import type { Language } from '@registry/domain/language'
import { activateLanguage } from '@registry/ui/language/language.tsx'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App, type AppParts } from '../app.tsx'

/** Returns a function that opens an address like a browser, and returns mouse and keyboard of the user. */
export const createOpenAt =
  (parts: AppParts) =>
  async (address: string, language: Language = 'it') => {
    await activateLanguage(language, parts.loadTexts)
    parts.shell.history.replace(address)
    render(<App {...parts} language={language} env="test" />)
    return userEvent.setup()
  }
