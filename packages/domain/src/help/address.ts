import type { HelpPage } from '../access/help-pages.ts'
import type { Language } from '../language.ts'

/** Where the server keeps a page of the manual, and the manual that contains them all (D19). */
export const helpAddress = (language: Language, page: HelpPage | 'manual'): string => `/api/help/${language}/${page}`
