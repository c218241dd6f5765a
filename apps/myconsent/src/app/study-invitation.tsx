import { Trans } from '@lingui/react/macro'
import type { PatientExtras } from '@registry/api-contract/session'
import type { Language } from '@registry/domain/language'
import { useLanguage } from '@registry/ui/language/language.tsx'

type Titles = PatientExtras['studi_attesa'][number]['clinical_study_title']

/** Returns the title of a study in the language of the page. The server sends the Italian title for a missing English one. */
export const pickStudyTitle = ({ trans_it: italian, trans_en: english }: Titles, language: Language) =>
  language === 'it' || english === italian ? { title: italian, titleLanguage: 'it' } : { title: english, titleLanguage: 'en' }

/** The sentence of an invitation. The title has its own language, so that screen readers pronounce it. */
export const StudyInvitation = ({ titles }: { readonly titles: Titles }) => {
  const { language } = useLanguage()
  const { title, titleLanguage } = pickStudyTitle(titles, language)
  return (
    <Trans>
      C’è un invito per te: lo studio «<span lang={titleLanguage}>{title}</span>».
    </Trans>
  )
}
