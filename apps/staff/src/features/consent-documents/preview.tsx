import { useLingui } from '@lingui/react/macro'
import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { toContent } from '@registry/domain/consent/document-paragraphs'
import type { ConsentParagraph } from '@registry/domain/consent/questions'
import { TextParagraphs } from '@registry/ui/questions/text-paragraphs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import layout from '../../layout/layout.module.css'
import { LanguageChoice } from '../../versioned-texts/language-choice.tsx'
import { useTextLanguage } from '../../versioned-texts/use-text-language.ts'
import { PhonePreview, PreviewQuestion } from '../../versioned-texts/phone-preview.tsx'
import classes from './consent-documents.module.css'
import { SourceChoice } from './source-choice.tsx'
import { findNewestSource, useDocumentParts } from './use-document-source.ts'

/** A document as the patient sees it on a phone, in the patients' own components (REQ-CON-18). */
export const Preview = ({ document }: { readonly document: ConsentDocumentDetail }) => {
  const { t } = useLingui()
  const [source, setSource] = useState(findNewestSource(document))
  const [language, setLanguage] = useTextLanguage()
  const { parts, error } = useDocumentParts(document, source)
  return (
    <div className={layout.page}>
      <div className={classes.choices}>
        <SourceChoice label={t`Testo`} document={document} value={source} onChange={setSource} />
        <LanguageChoice value={language} onChange={setLanguage} />
      </div>
      {error ? <Notice status="error">{describeFailure(error)}</Notice> : null}
      {!error && !parts && <LinesSkeleton lines={8} />}
      {parts && (
        <PhonePreview lang={language}>
          {toContent(parts)[language].map((paragraph, place) => (
            <PreviewParagraph key={place} paragraph={paragraph} place={place} />
          ))}
        </PhonePreview>
      )}
    </div>
  )
}

const PreviewParagraph = ({ paragraph, place }: { readonly paragraph: ConsentParagraph; readonly place: number }) =>
  paragraph.type === 'radio' ? (
    <PreviewQuestion name={`preview-${place}`} text={paragraph.text} options={paragraph.options} />
  ) : (
    <TextParagraphs paragraphs={[paragraph]} />
  )
