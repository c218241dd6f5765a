import '@registry/ui/styles.css'
import { initialLanguage } from '@registry/ui/language/chosen-language.ts'
import { speak } from '@registry/ui/language/language.tsx'
import { toRequestError, isSessionLost } from '@registry/ui/request-error.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadWords } from './app/words.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

const language = initialLanguage()
await speak(language, loadWords)
/** A lost session is on its way to /logout already: nothing broke that anybody should look into. */
const onCaughtError = (error: unknown): void => {
  if (!isSessionLost(toRequestError(error))) reportError(error)
}

createRoot(root, { onCaughtError }).render(<App language={language} />)
