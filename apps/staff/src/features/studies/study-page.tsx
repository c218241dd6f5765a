import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Study } from '@registry/api-contract/studies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { history, trpc } from '../../app/shell.ts'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import layout from '../../layout/layout.module.css'
import { EndDateForm } from './end-date-form.tsx'
import { EthicsForm } from './ethics-form.tsx'
import { StudyActions } from './study-actions.tsx'
import { newStudyId, studyAddress, type StudyArea, studyAreas } from './study-areas.ts'
import { StudyExportTab } from './export-tab.tsx'
import { StudyDetails } from './study-details.tsx'
import { StudyFlowCharts } from './study-flow.tsx'
import { StudyForm } from './study-form.tsx'
import type { StudySearch } from './study-routes.ts'
import { PageTabs } from '../../layout/page-tabs.tsx'
import { UploadForm } from '../../uploads/upload-form.tsx'
import classes from './studies.module.css'
import { useRefreshStudy } from './use-refresh-study.ts'
import { RetrievalForm } from '../../uploads/retrieval-form.tsx'
import { CandidateDecisions } from './candidate-decisions.tsx'

/** Matches the candidates again, and shows them on screen or saves them as a file (REQ-STU-06). */
const CandidateRetrieval = ({ study }: { readonly study: Study }) => {
  const { t } = useLingui()
  const refresh = useRefreshStudy()
  const retrieve = useMutation(trpc.studies.retrieveCandidates.mutationOptions(ownFailures))
  const [retrievals, setRetrievals] = useState(0)
  const retrieveOnScreen = async (): Promise<string> => {
    const { added, removed } = await retrieve.mutateAsync({ id: study.id })
    setRetrievals((count) => count + 1)
    const news = t`${plural(added, { one: '# nuovo candidato', other: '# nuovi candidati' })}`
    return removed === 0
      ? news
      : t`${news}, ${plural(removed, { one: '# non corrisponde più ed è stato tolto', other: '# non corrispondono più e sono stati tolti' })}`
  }
  return (
    <>
      <RetrievalForm
        file={{ path: '/getStudyPatients', fields: { StudyCode: study.id }, name: `pazienti_studio_${study.id}` }}
        submitLabel={t`Cerca candidati`}
        onScreen={retrieveOnScreen}
        onRetrieved={refresh}
      />
      {retrievals > 0 && <CandidateDecisions key={retrievals} study={study} />}
    </>
  )
}

const decisionUpload = { path: '/putStudyPatients', field: 'FileStudyPatients' } as const

/** Retrieves the candidates of the centre, and updates their decisions by a file (document 2, section 2). */
const PatientsTab = ({ study }: { readonly study: Study }) => {
  const { t } = useLingui()
  const refresh = useRefreshStudy()
  return (
    <div className={layout.sections}>
      <section aria-label={t`Cerca candidati`}>
        <h2 className={layout.title}>{t`Cerca candidati`}</h2>
        <p
          className={classes.description}
        >{t`Il filtro dello studio sceglie i candidati fra i pazienti del tuo centro che accettano di essere contattati per gli studi. Ogni ricerca aggiunge i nuovi e toglie chi non corrisponde più, se non hai già deciso.`}</p>
        <CandidateRetrieval study={study} />
      </section>
      <section aria-label={t`Aggiorna da un file`}>
        <h2 className={layout.title}>{t`Aggiorna da un file`}</h2>
        <p
          className={classes.description}
        >{t`Scarica il file, scrivi sì o no nella colonna «approved» e invialo qui. Le altre colonne non vengono lette.`}</p>
        <UploadForm target={decisionUpload} onStored={refresh} />
      </section>
    </div>
  )
}

type StudyTabsProps = {
  readonly details: ReactNode
  /** Absent unless the centre controls its patients. */
  readonly patients: ReactNode | undefined
  /** Absent unless the role exports the study now. */
  readonly participants: ReactNode | undefined
}

/** The tabs of a study, as far as the role has them (document 2, section 2). The address holds the open one. */
const StudyTabs = ({ details, patients, participants }: StudyTabsProps) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { scheda }: StudySearch = useSearch({ strict: false })
  if (patients === undefined && participants === undefined) return details
  const tabs = [
    { name: 'dettagli', label: t`Dettagli studio`, panel: details },
    { name: 'pazienti', label: t`Gestione pazienti`, panel: patients },
    { name: 'esportazione', label: t`Esportazione`, panel: participants },
  ] as const
  const shown = tabs.filter(({ panel }) => panel !== undefined)
  return (
    <PageTabs
      label={t`Parti dello studio`}
      tabs={shown}
      open={shown.find(({ name }) => name === scheda)?.name ?? 'dettagli'}
      onOpen={(tab) => void navigate({ to: '.', search: tab === 'dettagli' ? {} : { scheda: tab }, replace: true, resetScroll: false })}
      keepMounted
    />
  )
}

type Props = {
  readonly area: StudyArea
  readonly ownCentre?: string | undefined
}

/** The page of a stored or a new study, in the mode of the role (REQ-STU-08). */
export const StudyPage = ({ area, ownCentre }: Props) => {
  const { t } = useLingui()
  const { studioId = newStudyId } = useParams({ strict: false })
  const [saved, setSaved] = useState(false)
  if (studioId !== newStudyId)
    return <StoredStudy key={studioId} area={area} id={studioId} ownCentre={ownCentre} saved={saved} onSaved={setSaved} />
  return (
    <>
      <Breadcrumbs list={area.list} listName={t`Studi clinici`} name={t`Nuovo studio`} />
      <PageHeading title={t`Nuovo studio`} />
      <StudyForm
        onSaved={({ id }) => {
          setSaved(true)
          history.replace(studyAddress(area, id), undefined, { ignoreBlocker: true })
        }}
        onCancel={() => history.push(area.list)}
      />
    </>
  )
}

type StoredProps = Props & { readonly id: string; readonly saved: boolean; readonly onSaved: (saved: boolean) => void }

const StoredStudy = ({ area, id, ownCentre, saved, onSaved }: StoredProps) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const search: StudySearch = useSearch({ strict: false })
  const { asRole } = area
  const { data: study } = useSuspenseQuery(trpc.studies.detail.queryOptions({ id, asRole }))
  const { data: flow } = useSuspenseQuery(trpc.studies.flow.queryOptions({ id, asRole }))
  const [exported, setExported] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  const editing = search.modifica === true && study.editable.length > 0
  const openForm = (open: boolean): void =>
    void navigate({ to: '.', search: open ? { modifica: true } : {}, replace: !open, resetScroll: false })
  const breadcrumbs = <Breadcrumbs list={area.list} listName={t`Studi clinici`} name={study.title} />
  if (editing)
    return (
      <>
        {breadcrumbs}
        <PageHeading title={study.title} />
        <StudyForm
          study={study}
          onSaved={() => {
            onSaved(true)
            openForm(false)
          }}
          onCancel={() => openForm(false)}
        />
      </>
    )
  const edit = study.editable.length > 0 && (
    <Button
      onClick={() => {
        onSaved(false)
        openForm(true)
      }}
    >
      {t`Modifica`}
    </Button>
  )
  const controls = study.ops.includes('Controllo_pazienti')
  // The outcome of a file that closes the study stays on the page.
  const mayExport = controls || study.ops.includes('Esportazione') || exported
  const correctable = study.decisions.find(({ mayCorrect }) => mayCorrect)
  const runsAs = mayExport ? area.runsAs : undefined
  const details = (
    <div className={layout.sections}>
      {saved && <Notice status="yes">{t`Modifiche registrate`}</Notice>}
      {ownCentre !== undefined && study.ops.includes('Inserimento_valutazione_comitato_etico') && (
        <EthicsForm study={study} centre={ownCentre} isMain={study.mainCentre.id === ownCentre} onSaved={() => onSaved(true)} />
      )}
      {correcting && correctable && (
        <EthicsForm
          study={study}
          centre={correctable.centre.id}
          isMain={correctable.isMain}
          stored={correctable}
          onSaved={() => {
            onSaved(true)
            setCorrecting(false)
          }}
          onCancel={() => setCorrecting(false)}
        />
      )}
      {study.actions.includes('setEndDate') && <EndDateForm key={study.version} study={study} onSaved={() => onSaved(true)} />}
      <StudyDetails
        study={study}
        ownCentre={ownCentre}
        onCorrect={() => {
          onSaved(false)
          setCorrecting(true)
        }}
      />
      <StudyFlowCharts flow={flow} endDate={study.endDate} />
      {area === studyAreas.ga && <StudyActions study={study} waiting={flow.total.waiting} />}
    </div>
  )
  return (
    <>
      {breadcrumbs}
      <PageHeading title={study.title} action={edit} />
      <StudyTabs
        patients={controls ? <PatientsTab study={study} /> : undefined}
        participants={
          runsAs && (
            <StudyExportTab
              study={study}
              runsAs={runsAs}
              marks={area === studyAreas.dm}
              participants={flow.total.yes ?? 0}
              onExported={() => setExported(true)}
            />
          )
        }
        details={details}
      />
    </>
  )
}
