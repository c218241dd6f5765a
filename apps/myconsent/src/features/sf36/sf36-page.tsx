import { Plural, useLingui } from '@lingui/react/macro'
import type { Sf36Questionnaire } from '@registry/api-contract/sf36'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { estimateMinutes, listItems, readShape } from '@registry/domain/sf36/items'
import { PageHeading, PageTitle } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ButtonLink } from '../../app/links.tsx'
import classes from '../../questions/questions.module.css'
import { DemonstrationNotice } from './demonstration-notice.tsx'
import { FilledQuestionnaire } from './filled-questionnaire.tsx'
import { FilledQuestionnaires } from './filled-questionnaires.tsx'
import { sf36Queries } from './queries.ts'
import { QuestionnaireForm } from './questionnaire-form.tsx'
import { formatOpenItem, readOpenItem, type Sf36Search } from './views.ts'

type Props = { readonly search: Sf36Search; readonly user: CurrentUser }
type Message = { readonly status: 'yes' | 'error'; readonly text: string }

/** The health questionnaire: a new one, the list of the filled ones, and each of them (REQ-PAT-13). */
export const Sf36Page = ({ search, user }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [message, setMessage] = useState<Message>()
  const { vista, domanda, questionario } = search
  const { data: newest } = useQuery(sf36Queries.questionnaire())
  /** The name of the instrument is a trademark, which only a licensed wording carries. Other questions have their own title. */
  const formatTitle = ({ scoring, description, demonstration }: Sf36Questionnaire): string => {
    if (scoring === 'none') return description
    return demonstration ? t`Questionario sulla salute (RAND-36)` : t`Questionario sulla salute (SF-36)`
  }
  const personName = formatPersonName(`${user.name} ${user.surname}`)

  const consented = user.patient?.c_db_m === true
  const startsQuestionnaire = consented && vista !== 'compilati' && readOpenItem(domanda) === undefined

  const open = (next: Sf36Search): void => {
    setMessage(undefined)
    void navigate({ to: '/sf36', search: next })
  }
  const finish = (next: Sf36Search, shown: Message): void => {
    open(next)
    setMessage(shown)
  }

  if (questionario !== undefined) return <FilledQuestionnaire key={questionario} questionnaireKey={questionario} personName={personName} />
  return (
    <>
      {vista === 'compilati' ? (
        <PageHeading title={t`Questionari compilati`} />
      ) : (
        <CompactHeading
          title={newest ? formatTitle(newest) : t`Questionario sulla salute`}
          demonstration={newest?.demonstration === true}
        />
      )}
      {startsQuestionnaire && newest && <Introduction questionnaire={newest} />}
      {message && (
        <div className={`${classes.message} no-print`}>
          <Notice status={message.status}>{message.text}</Notice>
        </div>
      )}
      {vista === 'compilati' ? (
        <FilledQuestionnaires personName={personName} />
      ) : (
        <NewQuestionnaire
          consented={consented}
          openQuestion={readOpenItem(domanda)}
          onOpenQuestion={(name) => open({ vista: 'compila', domanda: formatOpenItem(name) })}
          onBack={() => void navigate({ to: '/myconsent' })}
          onFilled={() => finish({ vista: 'compilati' }, { status: 'yes', text: t`Grazie. La tua risposta è stata registrata` })}
          onRejected={(text, code) => finish({ vista: code === 'sf36_already_sent' ? 'compilati' : 'compila' }, { status: 'error', text })}
        />
      )}
    </>
  )
}

/** The title takes one line, so that each question and its options fit on a phone. */
const CompactHeading = ({ title, demonstration }: { readonly title: string; readonly demonstration: boolean }) => (
  <div className={classes.compactHeading}>
    <PageTitle windowTitle={title} className={classes.compactTitle}>
      {title}
    </PageTitle>
    {demonstration && <DemonstrationNotice />}
  </div>
)

const Introduction = ({ questionnaire: { questions } }: { readonly questionnaire: Sf36Questionnaire }) => {
  const { t } = useLingui()
  const minutes = estimateMinutes(listItems(readShape(questions)).length)
  return (
    <p className={classes.text}>
      <Plural value={minutes} one="Ti serve circa un minuto." other="Ti servono circa # minuti." />{' '}
      {t`Le domande sono tutte obbligatorie. Se ti interrompi, ritrovi le risposte su questo dispositivo per 24 ore.`}
    </p>
  )
}

type NewProps = Omit<Parameters<typeof QuestionnaireForm>[0], 'questionnaire'> & { readonly consented: boolean }

const NewQuestionnaire = ({ consented, ...form }: NewProps) => {
  const { t } = useLingui()
  const { data: questionnaire } = useSuspenseQuery(sf36Queries.questionnaire())
  if (!consented)
    return (
      <Notice status="warning" title={t`Per compilare il questionario serve il tuo consenso a conservare i tuoi dati clinici`}>
        <ButtonLink to="/consenso" variant="default" size="lg">
          {t`Vai ai consensi`}
        </ButtonLink>
      </Notice>
    )
  return <QuestionnaireForm key={questionnaire.version} {...form} questionnaire={questionnaire} />
}
