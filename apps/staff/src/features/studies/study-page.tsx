import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { Button } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { history, trpc } from '../../app/shell.ts'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import layout from '../../layout/layout.module.css'
import { EndDateForm } from './end-date-form.tsx'
import { EthicsForm } from './ethics-form.tsx'
import { PatientsTab } from './patients-tab.tsx'
import { StudyActions } from './study-actions.tsx'
import { newStudyId, studyAddress, type StudyArea, studyAreas } from './study-areas.ts'
import { StudyExportTab } from './export-tab.tsx'
import { StudyDetails } from './study-details.tsx'
import { StudyFlowCharts } from './study-flow.tsx'
import { StudyForm } from './study-form.tsx'
import type { StudySearch } from './study-routes.ts'
import { StudyTabs } from './study-tabs.tsx'

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
      {study.ops.includes('Inserimento_valutazione_comitato_etico') && (
        <EthicsForm study={study} isMain={study.mainCentre.id === ownCentre} onSaved={() => onSaved(true)} />
      )}
      {correcting && correctable && (
        <EthicsForm
          study={study}
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
