import type { Language } from '@registry/domain/language'
import { speak } from '@registry/ui/language/language.tsx'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from '../app/app.tsx'
import { history } from '../app/history.ts'
import { loadWords } from '../app/words.ts'

/** Opens the whole app at an address, as a browser would; answers the person's hands. */
export const openAt = async (address: string, language: Language = 'it') => {
  await speak(language, loadWords)
  history.replace(address)
  render(<App language={language} env="test" />)
  return userEvent.setup()
}
