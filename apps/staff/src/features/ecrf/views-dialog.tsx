import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { WorkListView } from '@registry/api-contract/work-list-views'
import type { WorkListSettings } from '@registry/domain/ecrf/work-list-views'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { ViewDialog } from './view-dialog.tsx'
import classes from './work-list.module.css'

type Props = { readonly views: readonly WorkListView[]; readonly settings: WorkListSettings; readonly onClose: () => void }

/** Changes own views, and deletes own and shared ones (REQ-CRF-22). */
export const ViewsDialog = ({ views, settings, onClose }: Props) => {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [changed, setChanged] = useState<WorkListView>()
  const deletion = useMutation(
    trpc.workListViews.remove.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.workListViews.list.queryKey() }),
    }),
  )
  const remove = async ({ id, name, shared }: WorkListView): Promise<void> => {
    const text = shared ? t`La vista «${name}» scompare per tutto il centro.` : t`La vista «${name}» scompare.`
    if (await askConfirmation({ title: t`Eliminare la vista?`, text, confirm: t`Elimina`, destructive: true })) deletion.mutate({ id })
  }
  if (changed) return <ViewDialog view={changed} settings={settings} onClose={() => setChanged(undefined)} />
  return (
    <Dialog title={t`Viste della lista`} onClose={onClose}>
      <ul className={classes.views}>
        {views.map((view) => (
          <li key={view.id}>
            <span className={classes.view}>
              <strong>{view.name}</strong>
              <span>{view.isOwn ? (view.shared ? t`condivisa con il centro` : t`solo tua`) : t`condivisa da ${view.owner}`}</span>
            </span>
            {view.isOwn && (
              <Button
                variant="default"
                size="sm"
                aria-label={t`Modifica: ${view.name}`}
                onClick={() => setChanged(view)}
              >{t`Modifica`}</Button>
            )}
            <Button
              variant="default"
              size="sm"
              aria-label={t`Elimina: ${view.name}`}
              onClick={() => void remove(view)}
            >{t`Elimina`}</Button>
          </li>
        ))}
      </ul>
      {views.length === 0 && <p>{t`Nessuna vista salvata`}</p>}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>{t`Chiudi`}</Button>
      </DialogButtons>
    </Dialog>
  )
}
