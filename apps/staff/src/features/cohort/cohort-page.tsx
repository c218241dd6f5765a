import { useLingui, Plural, Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { PublishedQuery } from '@registry/api-contract/anonymous-records'
import type { CohortQuery } from '@registry/api-contract/cohort'
import { patientScopeByRole } from '@registry/domain/access/permissions'
import { showMoment } from '@registry/ui/language/format.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { CohortCharts, type StartFilter } from './cohort-charts.tsx'
import layout from '../../layout/layout.module.css'

/** The published anonymous records: their number, and the file for roles with all centres (REQ-CON-08). */
const AnonymousRecords = ({ asRole }: PublishedQuery) => {
  const { t } = useLingui()
  const { records, readable } = useSuspenseQuery(trpc.anonymousRecords.published.queryOptions({ asRole })).data
  return (
    <section className={layout.part} aria-labelledby="anonymous-records">
      <h2 id="anonymous-records">{t`Schede anonime`}</h2>
      <p className={layout.text}>
        <Plural value={records} one="# scheda pubblicata" other="# schede pubblicate" />
      </p>
      <p className={layout.text}>
        <Trans>
          Di chi si è ritirato rendendo anonimi i dati resta una scheda di dieci classi. Si pubblica solo in gruppi di almeno cinque schede
          uguali. Non conta nei numeri di questa pagina, nei filtri e nelle esportazioni.
        </Trans>
      </p>
      {readable && records > 0 && (
        <p className={layout.text}>
          {t`Scarica le schede:`}{' '}
          <Anchor href="/api/anonymous_records?format=xlsx" download>
            {t`Excel`}
          </Anchor>
          {' · '}
          <Anchor href="/api/anonymous_records?format=csv" download>
            {t`CSV`}
          </Anchor>
        </p>
      )}
    </section>
  )
}

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
