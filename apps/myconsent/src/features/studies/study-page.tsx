import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PageTabs } from '../../app/page-tabs.tsx'
import { studyQueries } from './queries.ts'
import { StudyAnswer } from './study-answer.tsx'
import { StudyInformation } from './study-information.tsx'
import { type StudySearch, type StudyTab, studyTabs } from './views.ts'

type Props = { readonly id: string; readonly search: StudySearch }

/** One study: what it is about, and the patient's answer (REQ-STU-07). */
export const StudyPage = ({ id, search: { vista = 'informazioni' } }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: study } = useSuspenseQuery(studyQueries.study(id))
  const labels = { informazioni: t`Informazioni`, consenso: t`Consenso allo studio` }
  const open = (tab: StudyTab): void => void navigate({ to: '/pstudio/$studioId', params: { studioId: id }, search: { vista: tab } })
  return (
    <>
      <PageHeading title={study.title} />
      <PageTabs tabs={studyTabs.map((name) => ({ name, label: labels[name] }))} open={vista} onOpen={open}>
        {vista === 'informazioni' ? (
          <StudyInformation study={study} onProceed={() => open('consenso')} />
        ) : (
          <StudyAnswer key={study.state} study={study} onBack={() => open('informazioni')} />
        )}
      </PageTabs>
    </>
  )
}
