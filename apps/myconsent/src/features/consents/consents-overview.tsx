import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ConsentDocument, CurrentConsents } from '@registry/api-contract/consents'
import { showMoment } from '@registry/ui/language/format.ts'
import { PageActions } from '../../app/page-actions.tsx'
import { ButtonLink } from '../../app/links.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { PrintButton } from '../../documents/print-button.tsx'
import { ReceiptButtons } from '../../documents/receipt-buttons.tsx'
import { DatedAnswerLabel } from './answer-label.tsx'
import questions from '../../questions/questions.module.css'
import classes from './consents.module.css'
import { History } from './history.tsx'
import { splitIntoSteps } from './steps.ts'
import { TextParagraphs } from '@registry/ui/questions/text-paragraphs.tsx'

type Props = {
  readonly document: ConsentDocument
  readonly current: CurrentConsents
  readonly personName: string
  /** Opens the edit mode, at one question or at the whole document. */
  readonly onChange: (field?: string) => void
}

/**
 * The consents in view mode, with buttons to change, print and go back. Each answer has its own button, so that every change takes the same
 * steps (REQ-CON-06).
 */
export const ConsentsOverview = ({ document, current, personName, onChange }: Props) => {
  const { t } = useLingui()
  const { version } = document
  const { answeredAt, answers, receipt, states, toRenew } = current
  const when = answeredAt === null ? undefined : showMoment(answeredAt)
  const given = Object.values(states)
  const isOnPaper = given.length > 0 && given.every(({ onPaper }) => onPaper)
  return (
    <>
      <p className={questions.printOnly}>{personName}</p>
      {when !== undefined && (
        <p className={questions.text}>
          {isOnPaper
            ? t`Hai dato queste risposte su carta. Se il modulo è di prima di questo registro, le domande hanno le parole di oggi. Puoi cambiare ogni risposta.`
            : t`Le tue ultime risposte sono del ${when}, alla versione ${version} del testo.`}
        </p>
      )}
      {splitIntoSteps(document.paragraphs).steps.map(({ lead, question }) => {
        const { field, text } = question
        return (
          <section key={field} className={questions.entry}>
            <TextParagraphs paragraphs={lead} />
            <p className={questions.question}>{text}</p>
            <div className={questions.answerLine}>
              <DatedAnswerLabel question={question} answer={answers[field]} state={states[field]} />
              {!toRenew && (
                <Button
                  variant="default"
                  size="lg"
                  className={`${questions.change} no-print`}
                  aria-label={t`Cambia: ${text}`}
                  onClick={() => onChange(field)}
                >
                  {t`Cambia`}
                </Button>
              )}
            </div>
          </section>
        )
      })}
      <PageActions>
        <Button variant="default" size="lg" onClick={() => onChange()}>
          {t`Modifica`}
        </Button>
        <PrintButton document="consensi">{t`Stampa`}</PrintButton>
        <ButtonLink to="/myconsent" variant="default" size="lg">
          {t`Indietro`}
        </ButtonLink>
      </PageActions>
      {receipt !== null && answeredAt !== null && (
        <section className={`${classes.history} no-print`}>
          <h2 className={questions.title}>{t`La tua ricevuta`}</h2>
          <p className={questions.text}>
            {t`La ricevuta dice che cosa hai letto e che cosa hai risposto. Il registro l’ha firmata, e chi la riceve può verificare che nessuno l’abbia cambiata.`}{' '}
            <RouteLink href="/verifica_ricevuta">{t`Verifica una ricevuta`}</RouteLink>
          </p>
          <ReceiptButtons receipt={receipt} at={answeredAt} />
        </section>
      )}
      <History />
    </>
  )
}
