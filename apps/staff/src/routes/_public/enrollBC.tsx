import { useLingui } from '@lingui/react/macro'
import { mayUse } from '@registry/domain/access/permissions'
import type { RoleGrant } from '@registry/domain/access/roles'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { trpc } from '../../app/shell.ts'
import { ReceivedRequests } from '../../features/enrolment-requests/received-requests.tsx'

const listRoles = ({ roles }: { readonly roles: readonly RoleGrant[] }) => roles.map(({ role }) => role)

/** Confirms the receipt of an enrolment request; UserAdmins see the received requests instead (REQ-ACC-22). */
const EnrolmentReceived = () => {
  const { t } = useLingui()
  const { data: user, isPending } = useQuery(trpc.session.current.queryOptions())
  if (isPending) return null
  if (user && !user.passwordExpired && mayUse(listRoles(user), 'identity:received')) return <ReceivedRequests />
  return (
    <>
      <PageHeading title={t`Richiesta di iscrizione`} />
      <Notice status="yes" title={t`La tua richiesta è stata ricevuta`}>
        {t`Chi gestisce gli utenti del registro la legge e ti risponde all’indirizzo e-mail che hai indicato. Non devi fare altro.`}
      </Notice>
    </>
  )
}

export const Route = createFileRoute('/_public/enrollBC')({ component: EnrolmentReceived })
