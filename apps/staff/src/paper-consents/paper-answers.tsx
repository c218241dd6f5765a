import { useLingui } from '@lingui/react/macro'
import type { PendingPaperConsents } from '@registry/api-contract/paper-consents'
import { formatPersonName } from '@registry/domain/patient/person-name'
import classes from './paper-consents.module.css'

type Props = {
  readonly paper: Pick<PendingPaperConsents[number], 'answers' | 'signers' | 'language'>
  /** The questions whose later answer stays in force. */
  readonly superseded?: readonly string[]
}

/** The answers and signers of a form, in the words on the paper. */
export const PaperAnswers = ({ paper: { answers, signers, language }, superseded = [] }: Props) => {
  const { t } = useLingui()
  const names = signers.map((signer) => (signer === null ? t`il paziente` : formatPersonName(signer))).join(', ')
  return (
    <>
      <dl className={classes.answers}>
        {answers.map(({ field, question, answer }) => (
          <div key={field} lang={language}>
            <dt>{question}</dt>
            <dd>
              {answer}
              {superseded.includes(field) && <span className={classes.note}> {t`(superata da una risposta più recente)`}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{t`Hanno firmato: ${names}`}</p>
    </>
  )
}
