import { useLingui } from '@lingui/react/macro'
import type { ConsentText } from '@registry/api-contract/consent-texts'
import { toContent, type DraftPoint } from '@registry/domain/consent/document-points'
import type { ConsentPoint } from '@registry/domain/consent/points'
import type { Language } from '@registry/domain/language'
import { Option, OptionGroup } from '@registry/ui/questions/options.tsx'
import { TextPoints } from '@registry/ui/questions/text-points.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import classes from './consent-texts.module.css'
import { LanguageChoice } from './language-choice.tsx'
import { SourceChoice } from './source-choice.tsx'
import { findNewestSource, useTextParts } from './use-text-source.ts'

/** A text as the patient sees it on a phone, in the patients' own components (REQ-CON-18). */
export const Preview = ({ text }: { readonly text: ConsentText }) => {
  const { t } = useLingui()
  const [source, setSource] = useState(findNewestSource(text))
  const [language, setLanguage] = useState<Language>('it')
  const { parts, error } = useTextParts(text, source)
  return (
    <div className={classes.page}>
      <div className={classes.choices}>
        <SourceChoice label={t`Testo`} text={text} value={source} onChange={setSource} />
        <LanguageChoice value={language} onChange={setLanguage} />
      </div>
      {error ? <Notice status="error">{describeFailure(error)}</Notice> : null}
      {!error && !parts && <LinesSkeleton lines={8} />}
      {parts && <PreviewFrame parts={parts} language={language} />}
    </div>
  )
}

const PreviewFrame = ({ parts, language }: { readonly parts: readonly DraftPoint[]; readonly language: Language }) => {
  const { t } = useLingui()
  return (
    <section className={classes.phone} aria-label={t`Anteprima`} lang={language}>
      {toContent(parts)[language].map((point, place) => (
        <PreviewPoint key={place} point={point} place={place} />
      ))}
    </section>
  )
}

const PreviewPoint = ({ point, place }: { readonly point: ConsentPoint; readonly place: number }) => {
  const [chosen, setChosen] = useState<number>()
  if (point.type !== 'radio') return <TextPoints points={[point]} />
  const name = `preview-${place}`
  return (
    <div className={classes.question}>
      <OptionGroup id={name} legend={point.text} error={undefined} columns={point.options.length === 2 ? 2 : 1}>
        {(describedBy) =>
          point.options.map((option, index) => (
            <Option key={index} name={name} checked={chosen === index} describedBy={describedBy} onChoose={() => setChosen(index)}>
              {option}
            </Option>
          ))
        }
      </OptionGroup>
    </div>
  )
}
