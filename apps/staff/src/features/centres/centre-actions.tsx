import { useLingui } from '@lingui/react/macro'
import type { Centre } from '@registry/api-contract/centres'
import { useMutation } from '@tanstack/react-query'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { trpc } from '../../app/shell.ts'
import { OperationButtons } from '../../dialogs/operation-buttons.tsx'
import classes from './centres.module.css'
import { useStoreCentre } from './use-store-centre.ts'

/** Suspends, reactivates, deletes or restores a centre (REQ-ADM-22). */
export const CentreActions = ({ centre }: { readonly centre: Centre }) => {
  const { t } = useLingui()
  const store = useStoreCentre()
  const mutations = {
    suspend: useMutation(trpc.centres.suspend.mutationOptions(ownFailures)),
    reactivate: useMutation(trpc.centres.reactivate.mutationOptions(ownFailures)),
    remove: useMutation(trpc.centres.remove.mutationOptions(ownFailures)),
    restore: useMutation(trpc.centres.restore.mutationOptions(ownFailures)),
  }
  const undo = t`Un UserAdmin della sua area può annullare questa operazione.`
  const shutOut = t`I suoi amministratori escono subito e con questo ruolo non possono più entrare; il programma del centro non può più inviare né leggere dati.`
  const questions = {
    suspend: {
      title: t`Sospendere il centro?`,
      text: `${shutOut} ${t`I dati restano, e i pazienti possono ancora entrare, leggere, cambiare i consensi e ritirarsi.`} ${undo}`,
    },
    reactivate: {
      title: t`Riattivare il centro?`,
      text: t`I suoi amministratori e il suo programma possono entrare di nuovo, con le stesse password.`,
    },
    remove: {
      title: t`Eliminare il centro?`,
      text: `${shutOut} ${t`Il centro scompare dagli elenchi. Il nome resta nel log, negli studi e nelle esportazioni.`} ${undo}`,
    },
    restore: {
      title: t`Ripristinare il centro?`,
      text: t`Torna negli elenchi come sospeso: per farlo lavorare, poi riattivalo.`,
    },
  }
  return (
    <OperationButtons
      title={t`Operazioni sul centro`}
      hint={centre.patients !== 0 && <p className={classes.hint}>{t`Un centro con pazienti non si può eliminare: puoi sospenderlo.`}</p>}
      possible={centre.operations.filter((operation) => operation !== 'change')}
      questions={questions}
      run={(operation, again) => mutations[operation].mutateAsync({ id: centre.id, version: centre.version, ...again })}
      onDone={store}
    />
  )
}
