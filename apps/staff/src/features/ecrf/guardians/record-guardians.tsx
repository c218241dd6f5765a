import { Button, Group, Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { GuardianList, ListedGuardian } from '@registry/api-contract/guardians'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { showDate } from '@registry/ui/language/format.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice, StatusBadge, type Status } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../../app/shell.ts'
import { WithdrawalRequest } from '../../../withdrawal-requests/withdrawal-request.tsx'
import { GuardianForm } from './guardian-form.tsx'
import { ReasonForm } from './reason-form.tsx'
import { evidenceTexts, kindTexts, reasonTexts, stateTexts } from './guardian-texts.ts'

const statuses = { pending: 'waiting', active: 'yes', over: 'no', ended: 'no' } as const satisfies Record<ListedGuardian['state'], Status>

const canAct = ({ state }: ListedGuardian): boolean => state === 'active' || state === 'pending'

type GuardianProps = { readonly code: string; readonly guardian: ListedGuardian; readonly readOnly: boolean }

const Guardian = ({ code, guardian, readOnly }: GuardianProps) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const [ending, setEnding] = useState(false)
  const end = useMutation(trpc.guardians.end.mutationOptions(ownFailures))
  const { id, kind, mustSign, reason, evidence, surname, name, contact, validUntil, state, endedAt, endedBy, endReason } = guardian
  const submit = async (why: string): Promise<void> => {
    await end.mutateAsync({ code, id, reason: why })
    setEnding(false)
    await client.invalidateQueries({ queryKey: trpc.guardians.list.queryKey({ code }) })
  }
  return (
    <li>
      <Group gap="xs">
        <span>
          <strong>{formatPersonName(`${name} ${surname}`)}</strong>, {t(kindTexts[kind])}
        </span>
        <StatusBadge status={statuses[state]}>{t(stateTexts[state])}</StatusBadge>
      </Group>
      <div>
        {contact} · {mustSign ? t`deve firmare` : t`non deve firmare`}
        {reason !== null && ` (${t(reasonTexts[reason])})`} · {t(evidenceTexts[evidence])}
        {validUntil !== null && ` · ${t`fino al ${showDate(validUntil)}`}`}
      </div>
      {endedAt !== null && <div>{t`Chiuso il ${showDate(endedAt)} da ${endedBy ?? ''}: ${endReason ?? ''}`}</div>}
      {end.error && <Notice status="error">{describeFailure(end.error)}</Notice>}
      {canAct(guardian) && !readOnly && !ending && (
        <Button variant="default" onClick={() => setEnding(true)}>{t`Chiudi l’incarico`}</Button>
      )}
      {ending && <ReasonForm onSubmit={submit} onCancel={() => setEnding(false)} />}
    </li>
  )
}

const formatNames = (guardians: readonly ListedGuardian[]): string =>
  guardians.map(({ name, surname }) => formatPersonName(`${name} ${surname}`)).join(', ')

/** Who answered Yes, and who must still answer before it counts (REQ-GRD-03). */
const MissingSignature = ({ guardians, signed }: Pick<GuardianList, 'guardians' | 'signed'>) => {
  const { t } = useLingui()
  if (signed.length === 0) return null
  const hasSigned = ({ id }: ListedGuardian): boolean => signed.includes(id)
  const names = formatNames(guardians.filter(hasSigned))
  const missing =
    formatNames(guardians.filter((guardian) => canAct(guardian) && guardian.mustSign && !hasSigned(guardian))) || t`il paziente`
  return (
    <Notice status="waiting" title={t`Manca una firma`}>
      {t`Ha già risposto sì: ${names}. Non cambia nulla finché non risponde anche: ${missing}. Il sì vale 30 giorni.`}
    </Notice>
  )
}

type Props = { readonly code: string; readonly readOnly: boolean }

/** The guardians of a patient, and the form that adds one (REQ-GRD-01). */
const RecordGuardians = ({ code, readOnly }: Props) => {
  const { t } = useLingui()
  const { data } = useSuspenseQuery(trpc.guardians.list.queryOptions({ code }, { staleTime: 0 }))
  const [adding, setAdding] = useState(false)
  const navigate = useNavigateTo()
  return (
    <section aria-label={t`Tutori`}>
      {!data.reachable && (
        <Notice status="warning" title={t`Senza recapito`}>
          {t`Il paziente non ha un recapito e nessun tutore può ricevere messaggi.`}
        </Notice>
      )}
      {data.birthDate !== null && <p>{t`Data di nascita alla registrazione: ${showDate(data.birthDate)}`}</p>}
      {data.majority !== null && <p>{t`Maggiore età: ${showDate(data.majority)}`}</p>}
      {data.request && (
        <WithdrawalRequest
          code={code}
          request={data.request}
          missing={data.request.missing.length}
          names={formatNames(data.guardians.filter(({ id }) => data.request?.missing.includes(id)))}
          onCarriedOut={() => navigate('/uhome')}
        />
      )}
      <MissingSignature guardians={data.guardians} signed={data.signed} />
      {data.guardians.length === 0 && <p>{t`Nessun tutore.`}</p>}
      <Stack component="ul" gap="md">
        {data.guardians.map((guardian) => (
          <Guardian key={guardian.id} code={code} guardian={guardian} readOnly={readOnly} />
        ))}
      </Stack>
      {!readOnly && !adding && (
        <Group className="no-print">
          <Button onClick={() => setAdding(true)}>{t`Aggiungi un tutore`}</Button>
        </Group>
      )}
      {adding && (
        <GuardianForm code={code} birthDate={data.birthDate} others={data.guardians.filter(canAct)} onClose={() => setAdding(false)} />
      )}
    </section>
  )
}
export default RecordGuardians
