import '@registry/ui/styles.css'
import { initialLanguage } from '@registry/ui/language/chosen-language.ts'
import { speak } from '@registry/ui/language/language.tsx'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadWords } from './app/words.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')

const language = initialLanguage()
await speak(language, loadWords)
createRoot(root).render(<App language={language} />)
