import { useLingui } from '@lingui/react/macro'
import type { ConsentDocumentDetail } from '@registry/api-contract/consent-documents'
import { toContent, type DraftParagraph } from '@registry/domain/consent/document-paragraphs'
import { compareDocuments, type PartChange, type SentenceChange } from '@registry/domain/consent/document-changes'
import type { Language } from '@registry/domain/language'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { Fragment, useMemo, useState } from 'react'
import layout from '../../layout/layout.module.css'
import { LanguageChoice } from '../../versioned-texts/language-choice.tsx'
import { useTextLanguage } from '../../versioned-texts/use-text-language.ts'
import classes from './consent-documents.module.css'
import { SourceChoice } from './source-choice.tsx'
import { useDocumentLabels } from './document-labels.ts'
import { findNewestSource, useDocumentParts, type DocumentSource } from './use-document-source.ts'

/** Compares two versions, or a version and the draft, sentence by sentence, and changed sentences word by word (REQ-CON-18). */
export const Differences = ({ document }: { readonly document: ConsentDocumentDetail }) => {
  const { t } = useLingui()
  const newest = findNewestSource(document)
  const [before, setBefore] = useState<DocumentSource>(
    document.versions[document.draft ? 0 : 1]?.version ?? document.versions[0]?.version ?? 1,
  )
  const [after, setAfter] = useState<DocumentSource>(newest)
  const [language, setLanguage] = useTextLanguage()
  const [previous, current] = [useDocumentParts(document, before), useDocumentParts(document, after)]
  const error = previous.error ?? current.error
  return (
    <div className={layout.page}>
      <div className={classes.choices}>
        <SourceChoice label={t`Da`} document={document} value={before} onChange={setBefore} />
        <SourceChoice label={t`A`} document={document} value={after} onChange={setAfter} />
        <LanguageChoice value={language} onChange={setLanguage} />
      </div>
      {error ? <Notice status="error">{describeFailure(error)}</Notice> : null}
      {!error && (!previous.parts || !current.parts) && <LinesSkeleton lines={8} />}
      {previous.parts && current.parts && <Comparison before={previous.parts} after={current.parts} language={language} />}
    </div>
  )
}

type ComparisonProps = {
  readonly before: readonly DraftParagraph[]
  readonly after: readonly DraftParagraph[]
  readonly language: Language
}

const Comparison = ({ before, after, language }: ComparisonProps) => {
  const { t } = useLingui()
  const changes = useMemo(() => compareDocuments(toContent(before)[language], toContent(after)[language]), [before, after, language])
  const changed = changes.filter(({ sentences }) => sentences.some(({ change }) => change !== 'same'))
  const [unchanged, total] = [changes.length - changed.length, changes.length]
  if (changed.length === 0) return <p className={layout.hint}>{t`I due testi sono uguali in questa lingua.`}</p>
  return (
    <>
      <p className={layout.hint}>{t`Parti senza differenze: ${unchanged} di ${total}. Qui vedi solo le altre.`}</p>
      <ul className={classes.changes} aria-label={t`Differenze`}>
        {changed.map((part, place) => (
          <ChangedPart key={place} part={part} language={language} />
        ))}
      </ul>
    </>
  )
}

const ChangedPart = ({ part, language }: { readonly part: PartChange; readonly language: Language }) => {
  const { formatType } = useDocumentLabels()
  return (
    <li className={classes.change}>
      <span className={layout.hint}>{formatType(part.type)}</span>
      <p lang={language}>
        {part.sentences.map((sentence, place) => (
          <Sentence key={place} sentence={sentence} />
        ))}
      </p>
    </li>
  )
}

/** A screen reader reads the kind of change as a word, because most ignore the elements. */
const Sentence = ({ sentence: { text, change } }: { readonly sentence: SentenceChange }) => {
  const { t } = useLingui()
  if (change === 'same') return <Fragment>{text}</Fragment>
  const [Element, word] = change === 'added' ? (['ins', t`aggiunto:`] as const) : (['del', t`tolto:`] as const)
  return (
    <>
      <Element className={classes[change]}>
        <span className="visually-hidden">{word} </span>
        {text.trim()}
      </Element>
      {/* The new words follow the removed ones, and need a space between them. */}
      {change === 'removed' ? ' ' : (/\s*$/.exec(text)?.[0] ?? '')}
    </>
  )
}
