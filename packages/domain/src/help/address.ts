import type { HelpPage } from '../access/help-pages.ts'
import type { Language } from '../language.ts'

export const helpAddress = (language: Language, page: HelpPage | 'manual' | 'search'): string => `/api/help/${language}/${page}`
