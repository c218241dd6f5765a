import type { HelpPage } from '../access/help-pages.ts'
import type { Language } from '../language.ts'

/** Returns the address of a page of the manual, or of the whole manual (REQ-UI-11). */
export const helpAddress = (language: Language, page: HelpPage | 'manual'): string => `/api/help/${language}/${page}`
