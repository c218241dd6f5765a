import { useLingui } from '@lingui/react/macro'
import type { CohortQuery } from '@registry/api-contract/cohort'
import { patientScopeByRole } from '@registry/domain/access/permissions'
import { showMoment } from '@registry/ui/language/format.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { AnonymousRecords } from './anonymous-records.tsx'
import { CohortCharts, type StartFilter } from './cohort-charts.tsx'

type Props = CohortQuery & { readonly useStart: () => StartFilter }

/** Cohort charts of the patients of the area or centre, compared with the network (REQ-COH-01). */
export const CohortPage = ({ asRole, useStart }: Props) => {
  const { t } = useLingui()
  const start = useStart()
  const { data } = useSuspenseQuery(trpc.cohort.read.queryOptions({ asRole }))
  if (data.computedAt === null)
    return (
      <>
        <PageHeading title={t`Coorte`} />
        <EmptyState title={t`Nessun numero`}>{t`I numeri della coorte si calcolano entro un minuto dall’avvio del registro.`}</EmptyState>
      </>
    )
  const isCentre = patientScopeByRole[asRole] === 'centre'
  return (
    <>
      <PageHeading title={t`Coorte`} lead={t`Numeri calcolati il ${showMoment(data.computedAt)}.`} />
      <CohortCharts page={data} ownName={isCentre ? t`Il tuo centro` : t`La tua area`} areCentresShown={!isCentre} onStartFilter={start} />
      <AnonymousRecords asRole={asRole} />
    </>
  )
}
