import { useLingui } from '@lingui/react/macro'
import type { Sf36Version } from '@registry/api-contract/sf36-versions'
import { listItems, readShape } from '@registry/domain/sf36/items'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import layout from '../../layout/layout.module.css'
import { LanguageChoice } from '../../versioned-texts/language-choice.tsx'
import { useTextLanguage } from '../../versioned-texts/use-text-language.ts'
import { PhonePreview, PreviewQuestion } from '../../versioned-texts/phone-preview.tsx'
import classes from './sf36-versions.module.css'

/** A version as the patient sees it on a phone (REQ-PAT-21). */
export const WordingPreview = ({ version: { description, licence, scoring, content } }: { readonly version: Sf36Version }) => {
  const { t } = useLingui()
  const [language, setLanguage] = useTextLanguage()
  const isDemonstration = scoring === 'sf36' && licence === ''
  return (
    <>
      <LanguageChoice value={language} onChange={setLanguage} />
      <PhonePreview>
        {scoring === 'none' ? (
          <h2 className={layout.title} lang={language}>
            {description[language]}
          </h2>
        ) : (
          <h2 className={layout.title}>
            {isDemonstration ? t`Questionario sulla salute (RAND-36)` : t`Questionario sulla salute (SF-36)`}
          </h2>
        )}
        {isDemonstration && <Notice status="waiting">{t`Testo dimostrativo: non è uno strumento validato.`}</Notice>}
        <div lang={language}>
          {listItems(readShape(content[language])).map(({ code, question: place, subQuestion: part }) => {
            const question = content[language][place]
            if (!question) return null
            const subQuestion = part === undefined ? undefined : question.questions[part]
            return (
              <PreviewQuestion
                key={code}
                name={`preview-${code}`}
                text={subQuestion ?? question.text}
                help={question.help === '' ? undefined : question.help}
                options={question.options}
              >
                {part === 0 && <p className={classes.context}>{question.text}</p>}
              </PreviewQuestion>
            )
          })}
        </div>
      </PhonePreview>
    </>
  )
}
