import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { toWrittenCondition } from '@registry/domain/filter/condition-tree'
import { filterNameMax } from '@registry/domain/filter/limits'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { history, trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { isBroken } from './draft.ts'
import { filterAddress, type FilterArea } from './filter-area.ts'
import classes from './saved-filters.module.css'

type Props = { readonly filter: SavedFilter; readonly area: FilterArea; readonly onEdit: () => void }

/** Duplicates, disables, enables, deletes or edits a filter (REQ-FIL-19, REQ-FIL-20, REQ-FIL-21). */
export const FilterActions = ({ filter, area, onEdit }: Props) => {
  const { t } = useLingui()
  const copy = useMutation(
    trpc.savedFilters.save.mutationOptions({ onSuccess: ({ id }) => history.push(`${filterAddress(area, id)}?edit=true`) }),
  )
  const { toggle, remove, isPending } = useStateChanges(filter, area)
  const { name, description, fields, where } = filter
  const duplicate = (): void => {
    if (fields && where)
      copy.mutate({ name: t`Copia di ${name}`.slice(0, filterNameMax), description, fields, where: toWrittenCondition(where) })
  }
  const isLocked = !filter.mayChange || filter.studies > 0
  return (
    <div className={classes.actions}>
      <div className={layout.tightButtons}>
        <Button variant="default" disabled={isBroken(filter)} loading={copy.isPending} onClick={duplicate}>{t`Duplica`}</Button>
        <Button variant="default" disabled={isLocked} loading={isPending} onClick={() => void toggle()}>
          {filter.isDisabled ? t`Riabilita` : t`Disabilita`}
        </Button>
        <Button variant="default" disabled={isLocked} onClick={() => void remove()}>{t`Elimina`}</Button>
        <Button disabled={!filter.mayChange} onClick={onEdit}>{t`Modifica`}</Button>
      </div>
      <Reason filter={filter} />
    </div>
  )
}

/** Explains why buttons are disabled. */
const Reason = ({ filter: { mayChange, isFrozen, studies } }: Pick<Props, 'filter'>) => {
  const { t } = useLingui()
  if (mayChange && studies === 0) return null
  const reason = isFrozen
    ? t`Uno studio già valutato da un comitato etico usa questo filtro: non si può modificare.`
    : mayChange
      ? t`Uno studio usa questo filtro: non si può disabilitare né eliminare.`
      : t`Può modificarlo l’autore o un GlobalAdmin.`
  return <p className={layout.quiet}>{reason}</p>
}

const useStateChanges = (filter: SavedFilter, area: FilterArea) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const refresh = async (): Promise<void> => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.savedFilters.get.queryKey(filter.id) }),
      queryClient.invalidateQueries({ queryKey: trpc.savedFilters.list.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.savedFilters.history.queryKey(filter.id) }),
    ])
  }
  const leave = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: trpc.savedFilters.list.queryKey() })
    history.push(area.list)
  }
  const disable = useMutation(trpc.savedFilters.disable.mutationOptions({ onSuccess: refresh }))
  const enable = useMutation(trpc.savedFilters.enable.mutationOptions({ onSuccess: refresh }))
  const deletion = useMutation(trpc.savedFilters.remove.mutationOptions({ onSuccess: leave }))
  const input = { id: filter.id, version: filter.version }
  const toggle = async (): Promise<void> => {
    if (filter.isDisabled) {
      enable.mutate(input)
      return
    }
    const question = {
      title: t`Disabilitare il filtro?`,
      text: t`Nessuno potrà più mostrarne i pazienti o esportarli, finché l’autore o un GlobalAdmin non lo riabilita. Nessun nuovo studio potrà usarlo.`,
      confirm: t`Disabilita`,
    }
    if (await askConfirmation(question)) disable.mutate(input)
  }
  const remove = async (): Promise<void> => {
    const question = {
      title: t`Eliminare il filtro?`,
      text: t`Il filtro scompare da tutte le liste e non può tornare. Le esportazioni già fatte restano registrate, con il nome e la versione del filtro: i pazienti le vedono ancora in MyConsent.`,
      confirm: t`Elimina`,
      destructive: true,
    }
    if (await askConfirmation(question)) deletion.mutate(input)
  }
  return { toggle, remove, isPending: disable.isPending || enable.isPending }
}
