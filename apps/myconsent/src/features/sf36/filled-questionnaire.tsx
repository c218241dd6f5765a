import { useLingui } from '@lingui/react/macro'
import { toItemAnswers } from '@registry/domain/sf36/answers'
import { readShape } from '@registry/domain/sf36/items'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { PageActions } from '../../app/page-actions.tsx'
import { ButtonLink } from '../../app/links.tsx'
import { PrintButton } from '../../documents/print-button.tsx'
import classes from '../../questions/questions.module.css'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import { sf36Queries } from './queries.ts'
import { ScoreTable } from './score-table.tsx'
import { listScored } from './scored.ts'
import { buildSf36Steps } from './steps.ts'

type Props = { readonly questionnaireKey: string; readonly personName: string }

/** A filled questionnaire in the words that the patient saw, with its scores if it has them. */
export const FilledQuestionnaire = ({ questionnaireKey, personName }: Props) => {
  const { t } = useLingui()
  const { data: filled } = useSuspenseQuery(sf36Queries.response(questionnaireKey))
  const { questionnaire, filledAt } = filled
  const { version, description, scoring, demonstration, language, questions } = questionnaire
  const answers = toItemAnswers(filled.answers, readShape(questions))
  const scored = listScored([filled])
  const when = showMoment(filledAt)
  return (
    <>
      <PageHeading title={t`Questionario compilato`} />
      <p className={classes.printOnly}>{personName}</p>
      {demonstration && <DemonstrationNotice />}
      {scoring === 'none' && (
        <p className={classes.question} lang={language}>
          {description}
        </p>
      )}
      <p className={classes.text}>{t`Compilato il ${when}. Testo del questionario: versione ${version}.`}</p>
      <div lang={language}>
        {buildSf36Steps(questions).map(({ context, continues = false, question }) => (
          <section key={question.field} className={classes.filled}>
            {context !== undefined && !continues && <p className={classes.summary}>{context}</p>}
            <p className={classes.question}>{question.text}</p>
            <p className={classes.text}>{question.options[(answers[question.field] ?? 0) - 1]}</p>
          </section>
        ))}
      </div>
      {scored.length > 0 && (
        <>
          <h2 className={classes.title}>{t`Punteggi`}</h2>
          <ScoreTable responses={scored} />
        </>
      )}
      <PageActions>
        <ButtonLink to="/sf36" search={{ vista: 'compilati' }} size="lg">
          {t`Questionari compilati`}
        </ButtonLink>
        <PrintButton document="sf36example" id={questionnaireKey}>{t`Stampa`}</PrintButton>
      </PageActions>
    </>
  )
}
