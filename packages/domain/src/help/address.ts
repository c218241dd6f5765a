import type { HelpPage } from '../access/help-pages.ts'
import type { Language } from '../language.ts'

/** Returns the address of a page of the manual, of its contents or of its search (REQ-UI-11). */
export const helpAddress = (language: Language, page: HelpPage | 'manual' | 'search'): string => `/api/help/${language}/${page}`
