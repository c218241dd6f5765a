import { useLingui } from '@lingui/react/macro'
import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { type DraftParagraph, toContent } from '@registry/domain/consent/document-paragraphs'
import type { ConsentParagraph } from '@registry/domain/consent/questions'
import type { Language } from '@registry/domain/language'
import { TextParagraphs } from '@registry/ui/questions/text-paragraphs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
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
          <PreviewParagraphs parts={parts} language={language} />
        </PhonePreview>
      )}
    </div>
  )
}

type ParagraphsProps = { readonly parts: readonly DraftParagraph[]; readonly language: Language; readonly current?: number }

const PreviewParagraphs = ({ parts, language, current }: ParagraphsProps) =>
  toContent(parts)[language].map((paragraph, place) => (
    <PreviewParagraph key={place} {...{ paragraph, place }} isCurrent={place === current} />
  ))

type ParagraphProps = { readonly paragraph: ConsentParagraph; readonly place: number; readonly isCurrent: boolean }

const PreviewParagraph = ({ paragraph, place, isCurrent }: ParagraphProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <div ref={element} className={classes.previewed} data-current={isCurrent || undefined}>
      {paragraph.type === 'radio' ? (
        <PreviewQuestion name={`preview-${place}`} text={paragraph.text} options={paragraph.options} />
      ) : (
        <TextParagraphs paragraphs={[paragraph]} />
      )}
    </div>
  )
}

type DraftProps = {
  readonly parts: readonly DraftParagraph[]
  /** The place of the part that the person edits. The preview shows it. */
  readonly current: number
}

/** A draft next to its editor, with the texts that are not saved yet (REQ-CON-18). */
export const DraftPreview = ({ parts, current }: DraftProps) => {
  const { t } = useLingui()
  const [language, setLanguage] = useTextLanguage()
  const shown = useDeferredValue(parts)
  return (
    <div className={classes.draftPreview} role="group" aria-label={t`Come lo vede il paziente`}>
      <LanguageChoice value={language} onChange={setLanguage} />
      <PhonePreview lang={language}>
        <PreviewParagraphs parts={shown} language={language} current={current} />
      </PhonePreview>
    </div>
  )
}
