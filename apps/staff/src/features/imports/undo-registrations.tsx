import { Button } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'

/** Deletes the registrations of a file of new patients, or shows why this is impossible (REQ-IMP-17). */
export const UndoRegistrations = ({ id }: { readonly id: string }) => {
  const { t } = useLingui()
  const client = useQueryClient()
  // Patients answer while the page is open.
  const { data } = useQuery(trpc.imports.registrations.queryOptions({ id }, { staleTime: 0 }))
  const undo = useMutation(
    trpc.imports.undo.mutationOptions({
      onSettled: () =>
        Promise.all([
          client.invalidateQueries(trpc.imports.pathFilter()),
          client.invalidateQueries(trpc.ecrf.patients.pathFilter()),
          client.invalidateQueries(trpc.home.staff.pathFilter()),
        ]),
    }),
  )
  if (!data || data.registered === 0) return null
  const { registered, changed } = data
  if (changed > 0)
    return (
      <p className={layout.note}>
        {t`Questo caricamento non si può annullare: ${plural(changed, {
          one: 'un paziente del file ha già risposto all’invito, o la sua cartella è cambiata.',
          other: '# pazienti del file hanno già risposto all’invito, o le loro cartelle sono cambiate.',
        })}`}
      </p>
    )
  const ask = async (): Promise<void> => {
    const question = {
      title: t`Annulla questo caricamento`,
      text: t`${plural(registered, {
        one: 'Si cancella il paziente registrato da questo file.',
        other: 'Si cancellano i # pazienti registrati da questo file.',
      })} Il collegamento degli inviti già arrivati non funziona più. Non si può tornare indietro, ma lo stesso file si può caricare di nuovo.`,
      confirm: t`Cancella i pazienti registrati`,
      destructive: true,
    }
    if (await askConfirmation(question)) undo.mutate({ id })
  }
  return (
    <Button color="red" variant="outline" loading={undo.isPending} onClick={() => void ask()}>
      {t`Annulla questo caricamento`}
    </Button>
  )
}
