import { useLingui } from '@lingui/react/macro'
import type { Sf36Version } from '@registry/api-contract/sf36-versions'
import type { Language } from '@registry/domain/language'
import { sf36Items } from '@registry/domain/sf36/structure'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import layout from '../../layout/layout.module.css'
import { LanguageChoice } from '../../versioned-texts/language-choice.tsx'
import { PhonePreview, PreviewQuestion } from '../../versioned-texts/phone-preview.tsx'
import classes from './sf36-versions.module.css'

/** A wording as the patient sees it on a phone (REQ-PAT-21). */
export const WordingPreview = ({ version: { licence, content } }: { readonly version: Sf36Version }) => {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language>('it')
  return (
    <>
      <LanguageChoice value={language} onChange={setLanguage} />
      <PhonePreview>
        <h2 className={layout.title}>{licence === '' ? t`Questionario sulla salute (RAND-36)` : t`Questionario sulla salute (SF-36)`}</h2>
        {licence === '' && <Notice status="waiting">{t`Testo dimostrativo: non è uno strumento validato.`}</Notice>}
        <div lang={language}>
          {sf36Items.map(({ code, point: place }, index) => {
            const point = content[language][place]
            if (!point) return null
            const first = sf36Items.findIndex((item) => item.point === place)
            const question = point.questions[index - first]
            return (
              <PreviewQuestion
                key={code}
                name={`preview-${code}`}
                text={question ?? point.text}
                help={point.help === '' ? undefined : point.help}
                options={point.options}
              >
                {question !== undefined && index === first && <p className={classes.context}>{point.text}</p>}
              </PreviewQuestion>
            )
          })}
        </div>
      </PhonePreview>
    </>
  )
}
