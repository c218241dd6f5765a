import { useLingui } from '@lingui/react/macro'
import type { User } from '@registry/api-contract/users'
import { useMutation } from '@tanstack/react-query'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { trpc } from '../../app/shell.ts'
import { OperationButtons } from '../../dialogs/operation-buttons.tsx'
import { useStoreUser } from './use-store-user.ts'

/** Suspends, reactivates, deletes or restores a user (REQ-ADM-10). */
export const UserActions = ({ user }: { readonly user: User }) => {
  const { t } = useLingui()
  const store = useStoreUser()
  const mutations = {
    suspend: useMutation(trpc.users.suspend.mutationOptions(ownFailures)),
    reactivate: useMutation(trpc.users.reactivate.mutationOptions(ownFailures)),
    remove: useMutation(trpc.users.remove.mutationOptions(ownFailures)),
    restore: useMutation(trpc.users.restore.mutationOptions(ownFailures)),
  }
  const undo = t`Un UserAdmin della sua area può annullare questa operazione.`
  const questions = {
    suspend: { title: t`Sospendere l’utente?`, text: `${t`Esce subito e non può più entrare. Dati e ruoli restano.`} ${undo}` },
    reactivate: { title: t`Riattivare l’utente?`, text: t`Può entrare di nuovo, con gli stessi ruoli e la stessa password.` },
    remove: {
      title: t`Eliminare l’utente?`,
      text: `${t`Esce subito, non può più entrare e scompare dagli elenchi. Nome e ruoli restano nel log e nella storia dei dati.`} ${undo}`,
    },
    restore: { title: t`Ripristinare l’utente?`, text: t`Torna negli elenchi come sospeso: per farlo entrare, poi riattivalo.` },
  }
  const possible = user.operations.filter((operation) => operation !== 'change')
  if (possible.length === 0) return null
  return (
    <OperationButtons
      title={t`Operazioni sull’utente`}
      possible={possible}
      questions={questions}
      run={(operation, again) => mutations[operation].mutateAsync({ id: user.id, version: user.version, ...again })}
      onDone={store}
    />
  )
}
