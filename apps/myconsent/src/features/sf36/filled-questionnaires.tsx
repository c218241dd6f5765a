import { useLingui } from '@lingui/react/macro'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { IconChevronRight } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { PageActions } from '../../app/page-actions.tsx'
import { ButtonLink } from '../../app/links.tsx'
import { PrintButton } from '../../documents/print-button.tsx'
import classes from '../../questions/questions.module.css'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import sf36Classes from './sf36.module.css'
import { sf36Queries } from './queries.ts'
import { ScoreTable } from './score-table.tsx'
import { listScored } from './scored.ts'

/** The charts load after the page, so that no first load grows. */
const ScoreCharts = lazy(() => import('./score-charts.tsx'))

/** The filled questionnaires; those with scores also over time, with the norm (REQ-PAT-13). */
export const FilledQuestionnaires = ({ personName }: { readonly personName: string }) => {
  const { t } = useLingui()
  const { data: responses } = useSuspenseQuery(sf36Queries.responses())
  const newButton = (
    <ButtonLink to="/sf36" search={{ vista: 'compila' }} size="lg">
      {t`Nuovo questionario`}
    </ButtonLink>
  )
  const scored = listScored(responses)
  if (responses.length === 0)
    return (
      <>
        <p className={classes.text}>{t`Non hai ancora compilato un questionario. Quando ne compili uno lo ritrovi qui, con i punteggi.`}</p>
        <PageActions>{newButton}</PageActions>
      </>
    )
  return (
    <>
      <p className={classes.printOnly}>{personName}</p>
      {responses.some(({ demonstration }) => demonstration) && <DemonstrationNotice />}
      <ul className={classes.answers}>
        {responses.map(({ key, filledAt, description, scores }) => {
          const when = showMoment(filledAt)
          return (
            <li key={key}>
              <RouteLink
                href={`/sf36?vista=compilati&questionario=${key}`}
                underline="never"
                className={sf36Classes.filled ?? ''}
                aria-label={t`Leggi il questionario del ${when}`}
              >
                <span>
                  {when}
                  {scores === null && <span className={sf36Classes.description}>{description}</span>}
                </span>
                <IconChevronRight size={20} aria-hidden="true" className="no-print" />
              </RouteLink>
            </li>
          )
        })}
      </ul>
      {scored.length > 0 && (
        <>
          <h2 className={classes.title}>{t`I tuoi punteggi nel tempo`}</h2>
          <p className={classes.text}>
            {t`Ogni punteggio va da 0 a 100: più è alto, meglio è. La fascia grigia è la popolazione generale degli Stati Uniti nel 1990: circa due persone su tre ci stanno dentro. È un confronto indicativo, non una diagnosi.`}
          </p>
          <Suspense fallback={<BlockSkeleton height={240} />}>
            <ScoreCharts responses={scored} />
          </Suspense>
          <h2 className={classes.title}>{t`Gli stessi punteggi in una tabella`}</h2>
          <ScoreTable responses={scored} />
          <p className={classes.text}>
            {t`Punteggi secondo il RAND 36-Item Health Survey 1.0. Per dolore fisico e salute generale i valori della popolazione sono calcolati in modo un po’ diverso: confrontali con prudenza.`}
          </p>
        </>
      )}
      <PageActions>
        {newButton}
        <PrintButton document="sf36example">{t`Stampa l’ultimo`}</PrintButton>
        <ButtonLink to="/myconsent" variant="default" size="lg">
          {t`Indietro`}
        </ButtonLink>
      </PageActions>
    </>
  )
}
