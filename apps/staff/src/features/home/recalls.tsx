import '@mantine/core/styles/Checkbox.css'
import { Button, Checkbox } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { StaffHome } from '@registry/api-contract/home'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { Block } from './block.tsx'
import classes from './home.module.css'

type Props = { readonly recalls: StaffHome['recalls']; readonly user: string }

/** The files that the person must delete, because a patient in them withdrew (REQ-CON-17). */
export const Recalls = ({ recalls, user }: Props) => {
  const { t } = useLingui()
  return (
    <Block id="recalls" title={t`Esportazioni da eliminare`}>
      {recalls.length === 0 ? (
        <EmptyState
          title={t`Nessuna esportazione da eliminare`}
        >{t`Qui compaiono le esportazioni con i dati di un paziente che si è ritirato o è uscito da uno studio.`}</EmptyState>
      ) : (
        <>
          <p>
            <Trans>
              Contengono i dati di un paziente che si è ritirato o è uscito da uno studio. Elimina il file e le sue copie, poi conferma. Se
              il file ti serve ancora, esporta di nuovo.
            </Trans>
          </p>
          <RecallForm recalls={recalls} user={user} />
        </>
      )}
    </Block>
  )
}

const RecallForm = ({ recalls, user }: Props) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const confirm = useMutation(
    trpc.home.confirmRecalls.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.home.staff.queryFilter()) }),
  )
  const exports = recalls.map((recall) => recall.export).filter((id) => chosen.has(id))
  const toggle = (id: string, isChosen: boolean): void =>
    setChosen((before) => (isChosen ? new Set([...before, id]) : before.difference(new Set([id]))))
  const toggleAll = (isChosen: boolean): void => setChosen(new Set(isChosen ? recalls.map((recall) => recall.export) : []))
  return (
    <>
      {recalls.length > 1 && (
        <Checkbox
          label={t`Tutte`}
          checked={exports.length === recalls.length}
          indeterminate={exports.length > 0 && exports.length < recalls.length}
          onChange={({ currentTarget }) => toggleAll(currentTarget.checked)}
        />
      )}
      <ul className={classes.list}>
        {recalls.map((recall) => (
          <RecallLine
            key={recall.export}
            recall={recall}
            user={user}
            isChosen={chosen.has(recall.export)}
            onChoose={(isChosen) => toggle(recall.export, isChosen)}
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
  readonly recall: Props['recalls'][number]
  readonly user: string
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

const RecallLine = ({ recall, user, isChosen, onChoose }: LineProps) => {
  const { t } = useLingui()
  const { name, format, exportedAt, recipient, overdue } = recall
  const [day, dueDay] = [showMoment(exportedAt), showDate(recall.dueOn)]
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
