import { useLingui } from '@lingui/react/macro'
import type { CurrentConsents } from '@registry/api-contract/consents'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { trpc } from '../../app/shell.ts'
import { ConsentSummary } from './consent-summary.tsx'
import { AreaRows } from './area-rows.tsx'
import { DataUses } from './data-uses.tsx'
import { PendingActions } from './pending-actions.tsx'

type Props = { readonly user: CurrentUser; readonly states: CurrentConsents['states'] }

/** The patient's home page: pending actions, consents, data uses and areas (REQ-UI-12). */
export const PatientHome = ({ user, states }: Props) => {
  const { t } = useLingui()
  const { data: home } = useSuspenseQuery(trpc.home.patient.queryOptions())
  const { patient } = user
  const name = formatPersonName(user.name)
  return (
    <>
      <PageHeading title={t`Ciao, ${name}`} />
      {patient && patient.c_db !== true && (
        <Notice status="error" title={t`Non hai mai autorizzato la registrazione`}>
          {t`Senza la tua autorizzazione i tuoi dati non entrano nel registro.`}
        </Notice>
      )}
      {patient && <PendingActions patient={patient} />}
      {patient && <ConsentSummary patient={patient} states={states} />}
      <DataUses uses={home.uses} usesThisYear={home.usesThisYear} />
      <AreaRows />
    </>
  )
}
