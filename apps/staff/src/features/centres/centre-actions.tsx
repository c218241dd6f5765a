import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Centre } from '@registry/api-contract/centres'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import classes from './centres.module.css'
import { useStoreCentre } from './use-store-centre.ts'

/** Suspends, reactivates, deletes or restores a centre. Each question says what stays and who can undo it (REQ-ADM-22). */
export const CentreActions = ({ centre }: { readonly centre: Centre }) => {
  const { t } = useLingui()
  const store = useStoreCentre()
  const { dialog, withReauthentication } = useReauthentication()
  const [failure, setFailure] = useState<string>()
  const options = { meta: { ownFailures: true } }
  const suspend = useMutation(trpc.centres.suspend.mutationOptions(options))
  const reactivate = useMutation(trpc.centres.reactivate.mutationOptions(options))
  const remove = useMutation(trpc.centres.remove.mutationOptions(options))
  const restore = useMutation(trpc.centres.restore.mutationOptions(options))
  const undo = t`Un UserAdmin della sua area può annullare questa operazione.`
  const shutOut = t`I suoi amministratori escono subito e con questo ruolo non possono più entrare; il programma del centro non può più inviare né leggere dati.`
  const actions = {
    suspend: {
      label: t`Sospendi`,
      mutation: suspend,
      title: t`Sospendere il centro?`,
      text: `${shutOut} ${t`I dati restano, e i pazienti possono ancora entrare, leggere, cambiare i consensi e ritirarsi.`} ${undo}`,
    },
    reactivate: {
      label: t`Riattiva`,
      mutation: reactivate,
      title: t`Riattivare il centro?`,
      text: t`I suoi amministratori e il suo programma possono entrare di nuovo, con le stesse password.`,
    },
    remove: {
      label: t`Elimina`,
      mutation: remove,
      title: t`Eliminare il centro?`,
      text: `${shutOut} ${t`Il centro scompare dagli elenchi. Il nome resta nel log, negli studi e nelle esportazioni.`} ${undo}`,
    },
    restore: {
      label: t`Ripristina`,
      mutation: restore,
      title: t`Ripristinare il centro?`,
      text: t`Torna negli elenchi come sospeso: per farlo lavorare, poi riattivalo.`,
    },
  } as const
  const run = async ({ label, mutation, title, text }: (typeof actions)[keyof typeof actions], destructive: boolean): Promise<void> => {
    if (!(await askConfirmation({ title, text, confirm: label, destructive }))) return
    setFailure(undefined)
    try {
      const saved = await withReauthentication((again) => mutation.mutateAsync({ id: centre.id, version: centre.version, ...again }))
      if (saved) await store(saved)
    } catch (error) {
      setFailure(describeFailure(error))
    }
  }
  const possible = centre.operations.filter((operation) => operation !== 'change')
  return (
    <section aria-label={t`Operazioni sul centro`} className="no-print">
      <h2 className={classes.title}>{t`Operazioni sul centro`}</h2>
      {failure !== undefined && <Notice status="error">{failure}</Notice>}
      {centre.patients > 0 && <p className={classes.hint}>{t`Un centro con pazienti non si può eliminare: puoi sospenderlo.`}</p>}
      <div className={classes.buttons}>
        {possible.map((operation) => (
          <Button
            key={operation}
            variant="default"
            onClick={() => void run(actions[operation], operation === 'remove' || operation === 'suspend')}
          >
            {actions[operation].label}
          </Button>
        ))}
      </div>
      {dialog}
    </section>
  )
}
