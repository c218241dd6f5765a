import { useLingui } from '@lingui/react/macro'
import type { ConsentText } from '@registry/api-contract/consent-texts'
import { toContent } from '@registry/domain/consent/document-points'
import type { ConsentPoint } from '@registry/domain/consent/points'
import { TextPoints } from '@registry/ui/questions/text-points.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import layout from '../../layout/layout.module.css'
import { LanguageChoice } from '../../versioned-texts/language-choice.tsx'
import { useTextLanguage } from '../../versioned-texts/use-text-language.ts'
import { PhonePreview, PreviewQuestion } from '../../versioned-texts/phone-preview.tsx'
import classes from './consent-texts.module.css'
import { SourceChoice } from './source-choice.tsx'
import { findNewestSource, useTextParts } from './use-text-source.ts'

/** A text as the patient sees it on a phone, in the patients' own components (REQ-CON-18). */
export const Preview = ({ text }: { readonly text: ConsentText }) => {
  const { t } = useLingui()
  const [source, setSource] = useState(findNewestSource(text))
  const [language, setLanguage] = useTextLanguage()
  const { parts, error } = useTextParts(text, source)
  return (
    <div className={layout.page}>
      <div className={classes.choices}>
        <SourceChoice label={t`Testo`} text={text} value={source} onChange={setSource} />
        <LanguageChoice value={language} onChange={setLanguage} />
      </div>
      {error ? <Notice status="error">{describeFailure(error)}</Notice> : null}
      {!error && !parts && <LinesSkeleton lines={8} />}
      {parts && (
        <PhonePreview lang={language}>
          {toContent(parts)[language].map((point, place) => (
            <PreviewPoint key={place} point={point} place={place} />
          ))}
        </PhonePreview>
      )}
    </div>
  )
}

const PreviewPoint = ({ point, place }: { readonly point: ConsentPoint; readonly place: number }) =>
  point.type === 'radio' ? (
    <PreviewQuestion name={`preview-${place}`} text={point.text} options={point.options} />
  ) : (
    <TextPoints points={[point]} />
  )
