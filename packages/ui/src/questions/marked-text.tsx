import { useLingui } from '@lingui/react/macro'
import type { SentenceChange } from '@registry/domain/consent/document-changes'
import { createContext, Fragment, use } from 'react'
import classes from './texts.module.css'

type Marks = ReadonlyMap<string, readonly SentenceChange[]>
const MarksContext = createContext<Marks>(new Map())

/** Gives the sentences of each changed text, by the whole text, to the texts below it. */
export const TextMarks = MarksContext

/** A text whose new sentences are marked, if a `TextMarks` above it knows them. */
export const MarkedText = ({ text }: { readonly text: string }) => {
  const sentences = use(MarksContext).get(text)
  if (!sentences) return text
  return sentences.map((sentence, place) =>
    sentence.change === 'added' ? <NewSentence key={place} text={sentence.text} /> : <Fragment key={place}>{sentence.text}</Fragment>,
  )
}

/** A screen reader reads the mark as a word, because most ignore the element. */
const NewSentence = ({ text }: { readonly text: string }) => {
  const { t } = useLingui()
  const sentence = text.trimEnd()
  return (
    <>
      <mark className={classes.new}>
        <span className="visually-hidden">{t`Nuovo:`} </span>
        {sentence}
      </mark>
      {text.slice(sentence.length)}
    </>
  )
}
