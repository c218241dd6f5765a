import { initialLanguage } from '@registry/ui/language/chosen-language.ts'
import { activateLanguage } from '@registry/ui/language/language.tsx'
import { isSessionLost, toRequestError } from '@registry/ui/request-error.ts'
import { createRoot } from 'react-dom/client'
import { App, type AppParts } from './app.tsx'

/** A lost session already leads to `/logout`: it is no fault to report. */
const onCaughtError = (error: unknown): void => {
  if (!isSessionLost(toRequestError(error))) reportError(error)
}

/** Renders an app into the page, in the language of this device. */
export const startApp = async (parts: AppParts): Promise<void> => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  const language = initialLanguage()
  await activateLanguage(language, parts.loadMessages)
  createRoot(root, { onCaughtError }).render(<App {...parts} language={language} />)
}
