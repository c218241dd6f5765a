import { isChunkMissing } from '@registry/ui/connection/connection-problem.ts'
import { reloadPage } from '@registry/ui/browser/reload.ts'
import { keepTranslatedTexts } from '@registry/ui/browser/translated-texts.ts'
import { initialLanguage } from '@registry/ui/language/chosen-language.ts'
import { activateLanguage } from '@registry/ui/language/language.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, type AppParts } from './app.tsx'

/** Only faults of the page are reported. A page that did not load shows it, and a lost session leads to `/logout`. */
const onCaughtError = (error: unknown): void => {
  if (toRequestError(error).kind === 'fault' && !isChunkMissing()) reportError(error)
}

/** Without its texts the app cannot speak one language, so it explains in both what to do. */
const showMissingTexts = (root: HTMLElement): void => {
  const sentence = document.createElement('p')
  sentence.setAttribute('role', 'alert')
  sentence.textContent = 'Il registro non risponde. Ricarica la pagina. · The registry does not answer. Reload the page.'
  root.replaceChildren(sentence)
  window.addEventListener('online', reloadPage)
}

/** Renders an app into the page, in the language of this device. */
export const startApp = async (parts: AppParts): Promise<void> => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  keepTranslatedTexts()
  const language = initialLanguage()
  try {
    await activateLanguage(language, parts.loadTexts)
  } catch {
    return showMissingTexts(root)
  }
  // In small steps, so that the page answers between them.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <App {...parts} language={language} />
      </StrictMode>,
    ),
  )
}
