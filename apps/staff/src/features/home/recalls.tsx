import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { StaffHome } from '@registry/api-contract/home'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
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
          <ul className={classes.list}>
            {recalls.map((recall) => (
              <RecallLine key={recall.export} recall={recall} user={user} />
            ))}
          </ul>
        </>
      )}
    </Block>
  )
}

const RecallLine = ({ recall, user }: { readonly recall: Props['recalls'][number]; readonly user: string }) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const confirm = useMutation(
    trpc.home.confirmRecall.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.home.staff.queryFilter()) }),
  )
  const { name, format, exportedAt, recipient, overdue } = recall
  const [day, dueDay] = [showMoment(exportedAt), showDate(recall.dueOn)]
  return (
    <li>
      <span>
        {name}{' '}
        <span className={classes.when}>
          {format.toUpperCase()}, {day}
        </span>
        {recipient !== user && <span className={classes.when}> {recipient}</span>}
      </span>
      <span className={classes.facts}>
        <StatusBadge status={overdue ? 'error' : 'waiting'}>{overdue ? t`Scaduta il ${dueDay}` : t`Entro il ${dueDay}`}</StatusBadge>
        <Button
          variant="default"
          aria-label={t`Confermo di aver eliminato il file di ${name} del ${day}`}
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ export: recall.export })}
        >
          {t`Confermo di aver eliminato il file`}
        </Button>
      </span>
    </li>
  )
}
