import { Button, Checkbox } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { StaffHome } from '@registry/api-contract/home'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { Block } from './block.tsx'
import classes from './home.module.css'

type Props = { readonly deletionRequests: StaffHome['deletionRequests']; readonly user: string }

/** The files that the person must delete, because a patient in them withdrew (REQ-CON-17). */
export const DeletionRequests = ({ deletionRequests, user }: Props) => {
  const { t } = useLingui()
  return (
    <Block id="deletion-requests" title={t`Esportazioni da eliminare`}>
      <p className={classes.text}>
        <Trans>
          Contengono i dati di un paziente che si è ritirato o è uscito da uno studio. Elimina il file e le sue copie, poi conferma. Se il
          file ti serve ancora, esporta di nuovo.
        </Trans>
      </p>
      <DeletionRequestForm deletionRequests={deletionRequests} user={user} />
    </Block>
  )
}

const DeletionRequestForm = ({ deletionRequests, user }: Props) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const confirm = useMutation(
    trpc.home.confirmDeletions.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.home.staff.queryFilter()) }),
  )
  const exports = deletionRequests.map((deletionRequest) => deletionRequest.export).filter((id) => chosen.has(id))
  const toggle = (id: string, isChosen: boolean): void =>
    setChosen((before) => (isChosen ? new Set([...before, id]) : before.difference(new Set([id]))))
  const toggleAll = (isChosen: boolean): void =>
    setChosen(new Set(isChosen ? deletionRequests.map((deletionRequest) => deletionRequest.export) : []))
  return (
    <>
      {deletionRequests.length > 1 && (
        <Checkbox
          label={t`Tutte`}
          checked={exports.length === deletionRequests.length}
          indeterminate={exports.length > 0 && exports.length < deletionRequests.length}
          onChange={({ currentTarget }) => toggleAll(currentTarget.checked)}
        />
      )}
      <ul className={classes.list}>
        {deletionRequests.map((deletionRequest) => (
          <DeletionRequestLine
            key={deletionRequest.export}
            deletionRequest={deletionRequest}
            user={user}
            isChosen={chosen.has(deletionRequest.export)}
            onChoose={(isChosen) => toggle(deletionRequest.export, isChosen)}
          />
        ))}
      </ul>
      <Button variant="default" disabled={exports.length === 0} loading={confirm.isPending} onClick={() => confirm.mutate({ exports })}>
        {t`Confermo di aver eliminato i file scelti`}
      </Button>
    </>
  )
}

type LineProps = {
  readonly deletionRequest: Props['deletionRequests'][number]
  readonly user: string
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

const DeletionRequestLine = ({ deletionRequest, user, isChosen, onChoose }: LineProps) => {
  const { t } = useLingui()
  const { name, format, exportedAt, recipient, overdue } = deletionRequest
  const [day, dueDay] = [showMoment(exportedAt), showDate(deletionRequest.dueOn)]
  return (
    <li>
      <Checkbox
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        label={
          <>
            {name}{' '}
            <span className={classes.when}>
              {format.toUpperCase()}, {day}
            </span>
            {recipient !== user && <span className={classes.when}> {recipient}</span>}
          </>
        }
      />
      <span className={classes.facts}>
        <StatusBadge status={overdue ? 'error' : 'waiting'}>{overdue ? t`Scaduta il ${dueDay}` : t`Entro il ${dueDay}`}</StatusBadge>
      </span>
    </li>
  )
}
