import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { useState } from 'react'
import classes from './saved-views.module.css'
import type { SavedView, ViewProps } from './saved-view.ts'
import { ViewDialog } from './view-dialog.tsx'

type Props<View extends SavedView> = ViewProps<View> & { readonly views: readonly View[]; readonly onClose: () => void }

/** Changes own views, and deletes own and shared ones. */
export const ViewsDialog = <View extends SavedView>({ views, onClose, ...rest }: Props<View>) => {
  const { t } = useLingui()
  const [changed, setChanged] = useState<View>()
  const remove = async (view: View): Promise<void> => {
    const { name, shared } = view
    const text = shared ? t`La vista «${name}» scompare per tutto il centro.` : t`La vista «${name}» scompare.`
    if (await askConfirmation({ title: t`Eliminare la vista?`, text, confirm: t`Elimina`, destructive: true })) rest.onRemove(view)
  }
  const describe = ({ shared, sharedBy }: View): string =>
    sharedBy === undefined ? (shared ? t`condivisa con il centro` : t`solo tua`) : t`condivisa da ${sharedBy}`
  if (changed) return <ViewDialog view={changed} {...rest} onClose={() => setChanged(undefined)} />
  return (
    <Dialog title={t`Viste della lista`} onClose={onClose}>
      <ul className={classes.views}>
        {views.map((view) => (
          <li key={view.id}>
            <span className={classes.view}>
              <strong>{view.name}</strong>
              <span>{describe(view)}</span>
            </span>
            {view.sharedBy === undefined && (
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
