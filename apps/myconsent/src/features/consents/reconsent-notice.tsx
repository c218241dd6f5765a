import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument, ReconsentRequest } from '@registry/api-contract/consents'
import type { Answers } from '@registry/domain/consent/questions'
import type { SentenceChange } from '@registry/domain/consent/document-changes'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import questions from '../../questions/questions.module.css'
import classes from './consents.module.css'
import { useDocumentNames } from './document-names.ts'

/** The answers in force that stay: all, those of the questions that a new version does not concern, or none. */
export const keepAnswers = (answers: Answers, reconsentRequest: ReconsentRequest | null): Answers => {
  if (reconsentRequest === null) return answers
  if (reconsentRequest.fields.length === 0) return {}
  return Object.fromEntries(Object.entries(answers).filter(([field]) => !reconsentRequest.fields.includes(field)))
}

/** Finds the marked sentences of the changed paragraphs of the shown documents (REQ-CON-20). */
export const listMarks = (
  { documents: changed }: ReconsentRequest,
  documents: readonly ConsentDocument[],
): ReadonlyMap<string, readonly SentenceChange[]> =>
  new Map(
    changed.flatMap(({ kind, version, paragraphs }) => {
      const document = documents.find((one) => one.kind === kind && one.version === version)
      return paragraphs.flatMap((sentences, place) => {
        const text = document?.paragraphs[place]?.text
        return text !== undefined && sentences.some(({ change }) => change === 'added') ? [[text, sentences] as const] : []
      })
    }),
  )

/** Shows the changes, the questions to answer again, and the answers valid until then (REQ-CON-20). */
export const ReconsentNotice = ({ reconsentRequest: { fields, documents } }: { readonly reconsentRequest: ReconsentRequest }) => {
  const { t } = useLingui()
  const names = useDocumentNames()
  const changed = documents.map(({ kind }) => names[kind]).join(', ')
  const removed = documents.flatMap((document) => document.removed)
  return (
    <Notice status="waiting" title={t`I testi sono cambiati: ti chiediamo di rispondere di nuovo`}>
      {changed !== '' && <p className={questions.text}>{t`È cambiato: ${changed}. Le frasi nuove sono sottolineate ed evidenziate.`}</p>}
      {fields.length > 0 && (
        <p className={questions.text}>{t`Rispondi di nuovo solo alle domande rimaste vuote. Le altre tue risposte sono già segnate.`}</p>
      )}
      <p className={questions.text}>{t`Finché non rispondi, le risposte che hai già dato valgono per i testi che hai letto allora.`}</p>
      {removed.length > 0 && (
        <details className="no-print">
          <summary className={classes.removedTitle}>{t`Frasi tolte o sostituite`}</summary>
          <ul>
            {removed.map((sentence) => (
              <li key={sentence}>
                <del>{sentence}</del>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Notice>
  )
}
