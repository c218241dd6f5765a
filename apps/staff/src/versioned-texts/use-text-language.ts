import type { Language } from '@registry/domain/language'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useState } from 'react'

/** The language of a shown text. It begins with the language of the reader, who can choose the other one. */
export const useTextLanguage = () => {
  const { language } = useLanguage()
  return useState<Language>(language)
}
