import { useLingui } from '@lingui/react/macro'
import type { OwnStudyRow } from '@registry/api-contract/studies'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { showDate } from '@registry/ui/language/format.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../app/links.tsx'
import { PageActions } from '../../app/page-actions.tsx'
import { studyQueries } from './queries.ts'
import classes from './studies.module.css'
import { StudyStatus } from './study-status.tsx'

/** The studies that invited the patient: those to answer, those answered and those that ended without an answer (REQ-STU-15). */
export const StudyList = () => {
  const { t } = useLingui()
  const { data: studies } = useSuspenseQuery(studyQueries.list())
  const waiting = studies.filter(({ state }) => state === 'waiting' || state === 'suspended')
  const answered = studies.filter(({ state }) => state === 'answered')
  const ended = studies.filter(({ state }) => state === 'ended')
  return (
    <>
      <PageHeading title={t`Studi clinici`} lead={t`Gli studi a cui il tuo centro ti ha invitato. Decidi tu, uno per uno.`} />
      {studies.length === 0 && (
        <EmptyState title={t`Nessun invito`}>{t`Quando uno studio ti invita, lo trovi qui e nella pagina principale.`}</EmptyState>
      )}
      <StudyGroup title={t`Aspettano la tua risposta`} studies={waiting} />
      <StudyGroup title={t`Hai risposto`} studies={answered} />
      <StudyGroup title={t`Finiti senza una tua risposta`} studies={ended} />
      <PageActions>
        <ButtonLink to="/myconsent" variant="default" size="lg">
          {t`Indietro`}
        </ButtonLink>
      </PageActions>
    </>
  )
}

type GroupProps = { readonly title: string; readonly studies: readonly OwnStudyRow[] }

const StudyGroup = ({ title, studies }: GroupProps) => {
  if (studies.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <ul className={classes.studies}>
        {studies.map((study) => (
          <StudyItem key={study.id} study={study} />
        ))}
      </ul>
    </section>
  )
}

const StudyItem = ({ study }: { readonly study: OwnStudyRow }) => {
  const { t } = useLingui()
  const { id, title, titleLanguage, state, invitedAt } = study
  const invited = showDate(invitedAt)
  const action = state === 'waiting' ? t`Leggi e rispondi` : t`Leggi`
  return (
    <li className={classes.study}>
      <div className={classes.studyText}>
        <strong lang={titleLanguage}>{title}</strong>
        <span className={classes.day}>{t`Invito del ${invited}`}</span>
        <StudyStatus study={study} />
      </div>
      <ButtonLink
        to="/pstudio/$studioId"
        params={{ studioId: id }}
        variant={state === 'waiting' ? 'filled' : 'default'}
        size="md"
        aria-label={`${action}: ${title}`}
      >
        {action}
      </ButtonLink>
    </li>
  )
}
