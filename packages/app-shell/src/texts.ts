import { i18n, type Messages } from '@lingui/core'
import type { LoadTexts } from '@registry/ui/language/language.tsx'

type Catalogue = () => Promise<{ readonly messages: Messages }>

/**
 * The English texts of an app: those of the sign-in pages, and those of all other pages, which load before the first of them opens.
 * The Italian texts are in the code.
 */
export const createTexts = (signIn: Catalogue, others: Catalogue) => {
  let areAllNeeded = false
  const loadTexts: LoadTexts = async (language) => {
    if (language === 'it') return {}
    const catalogues = await Promise.all([signIn(), ...(areAllNeeded ? [others()] : [])])
    return Object.assign({}, ...catalogues.map(({ messages }) => messages))
  }
  let loaded: Promise<void> | undefined
  const loadOthers = async (): Promise<void> => {
    areAllNeeded = true
    if (i18n.locale !== 'it') i18n.load('en', (await others()).messages)
  }
  /** Loads the texts of the pages behind the sign-in. Repeats it after a failure. */
  const loadAllTexts = (): Promise<void> =>
    (loaded ??= loadOthers().catch((error: unknown) => {
      loaded = undefined
      throw error
    }))
  return { loadTexts, loadAllTexts }
}
