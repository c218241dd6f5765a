import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { loggedRead } from '@registry/app-shell/query-client.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordAddress } from '../../app/record-address.ts'
import { trpc } from '../../app/shell.ts'
import { WithdrawalRequest } from '../../withdrawal-requests/withdrawal-request.tsx'
import { Block } from './block.tsx'
import classes from './home.module.css'

/** The requests of guardians to anonymise or erase patients. They open on request, because each reading is logged for the patients (REQ-GRD-12). */
export const WithdrawalRequests = () => {
  const { t } = useLingui()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...trpc.guardians.requests.queryOptions(undefined, loggedRead), enabled: isOpen })
  const readAgain = (): Promise<void> => client.invalidateQueries(trpc.guardians.requests.queryFilter())
  return (
    <Block id="withdrawal-requests" title={t`Richieste dei tutori di cancellare i dati`}>
      <p className={classes.text}>
        {t`Da quando è aperta una richiesta nessuno usa i dati. La esegui tu dopo 14 giorni, quando hanno confermato tutti i tutori che devono firmare.`}
      </p>
      {!isOpen && <Button variant="default" onClick={() => setOpen(true)}>{t`Apri le richieste di cancellazione`}</Button>}
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
      {isOpen && !data && !error && <LinesSkeleton lines={4} />}
      {data?.length === 0 && <p>{t`Nessuna richiesta aperta.`}</p>}
      {data?.map(({ code, centre, record, missing, ...request }) => (
        <section key={record} aria-label={t`Paziente ${code}`}>
          <h3>{t`Paziente ${code}, centro ${centre}`}</h3>
          <WithdrawalRequest code={code} centre={centre} request={request} missing={missing} onCarriedOut={() => void readAgain()}>
            <RouteLink href={`${recordAddress(record)}#guardians`}>{t`Apri i tutori nella cartella`}</RouteLink>
          </WithdrawalRequest>
        </section>
      ))}
    </Block>
  )
}
