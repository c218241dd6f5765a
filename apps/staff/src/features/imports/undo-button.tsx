import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { trpc } from '../../app/shell.ts'
import { TextDialog } from '../../dialogs/text-dialog.tsx'

/** Undoes a file of personal or clinical data, with a reason for the history (REQ-IMP-17). */
export const UndoButton = ({ id }: { readonly id: string }) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const undo = useMutation(trpc.imports.undo.mutationOptions(ownFailures))
  return (
    <>
      <Button color="red" variant="outline" onClick={() => setAsking(true)}>{t`Annulla questo caricamento`}</Button>
      {asking && (
        <TextDialog
          title={t`Annulla questo caricamento`}
          intro={t`Le cartelle del file tornano ai valori di prima, tutte o nessuna: se dopo il file qualcuno ne ha salvata una, non cambia nulla. Non cambiano le cartelle dei pazienti che non danno più il consenso. La storia mostra il file, l’annullamento e il motivo.`}
          label={t`Motivo`}
          submitLabel={t`Annulla il caricamento`}
          onClose={() => setAsking(false)}
          onSend={async (reason) => {
            await undo.mutateAsync({ id, reason })
            await client.invalidateQueries(trpc.imports.list.pathFilter())
          }}
        />
      )}
    </>
  )
}
