export const languages = ['it', 'en'] as const
export type Language = (typeof languages)[number]
export const fallbackLanguage: Language = 'en'

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)
