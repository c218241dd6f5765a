import { useLingui } from '@lingui/react/macro'
import type { ReceivedEnrolmentRequests } from '@registry/api-contract/enrolment-requests'
import type { Identity } from '@registry/domain/access/enrolment-request'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import classes from './enrolment-requests.module.css'

/** The received enrolment requests, newest first, for UserAdmins (REQ-ACC-22). */
export const ReceivedRequests = () => {
  const { t } = useLingui()
  const { data } = useQuery(trpc.enrolmentRequests.received.queryOptions())
  const [shown, total] = [data?.rows.length ?? 0, data?.total ?? 0]
  return (
    <>
      <PageHeading
        title={t`Richieste di iscrizione`}
        lead={t`Arrivano dal modulo di identità e restano qui sei mesi. Da sole non creano nessun utente.`}
      />
      {!data && <LinesSkeleton lines={4} />}
      {data && shown === 0 && <EmptyState title={t`Nessuna richiesta`}>{t`Quando ne arriva una, ricevi un’e-mail.`}</EmptyState>}
      <ul className={classes.requests}>
        {data?.rows.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
      {shown < total && <p>{t`Le più recenti: ${shown} di ${total}.`}</p>}
    </>
  )
}

const Request = ({ request }: { readonly request: ReceivedEnrolmentRequests['rows'][number] }) => {
  const { t } = useLingui()
  const { id, at, nome, cognome, email, telefono, cellulare, identita } = request
  const identities = {
    'anonymous user': t`anonimo`,
    username: t`con un nome utente`,
    'full identity': t`con nome e cognome`,
  } as const satisfies Record<Identity, string>
  const facts: readonly Fact[] = [
    [t`E-mail`, email],
    [t`Telefono`, telefono],
    [t`Cellulare`, cellulare],
    [t`Vuole presentarsi`, identita ? identities[identita] : ''],
  ]
  return (
    <li className={classes.request}>
      <h2 className={classes.name}>{`${nome} ${cognome}`.trim() || email}</h2>
      <p className={classes.when}>{t`Richiesta ${id}, ${showMoment(at)}`}</p>
      <FactList facts={facts.filter(([, value]) => value !== '')} className={classes.facts} />
    </li>
  )
}
