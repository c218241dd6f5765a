import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { User } from '@registry/api-contract/users'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { useStoreUser } from './use-store-user.ts'
import classes from './users.module.css'

/** Suspends, reactivates, deletes or restores a user. Each question says what stays and who can undo it (REQ-ADM-10). */
export const UserActions = ({ user }: { readonly user: User }) => {
  const { t } = useLingui()
  const store = useStoreUser()
  const { dialog, withReauthentication } = useReauthentication()
  const [failure, setFailure] = useState<string>()
  const options = { meta: { ownFailures: true } }
  const suspend = useMutation(trpc.users.suspend.mutationOptions(options))
  const reactivate = useMutation(trpc.users.reactivate.mutationOptions(options))
  const remove = useMutation(trpc.users.remove.mutationOptions(options))
  const restore = useMutation(trpc.users.restore.mutationOptions(options))
  const undo = t`Un UserAdmin della sua area può annullare questa operazione.`
  const actions = {
    suspend: {
      label: t`Sospendi`,
      mutation: suspend,
      title: t`Sospendere l’utente?`,
      text: `${t`Esce subito e non può più entrare. Dati e ruoli restano.`} ${undo}`,
    },
    reactivate: {
      label: t`Riattiva`,
      mutation: reactivate,
      title: t`Riattivare l’utente?`,
      text: t`Può entrare di nuovo, con gli stessi ruoli e la stessa password.`,
    },
    remove: {
      label: t`Elimina`,
      mutation: remove,
      title: t`Eliminare l’utente?`,
      text: `${t`Esce subito, non può più entrare e scompare dagli elenchi. Nome e ruoli restano nel log e nella storia dei dati.`} ${undo}`,
    },
    restore: {
      label: t`Ripristina`,
      mutation: restore,
      title: t`Ripristinare l’utente?`,
      text: t`Torna negli elenchi come sospeso: per farlo entrare, poi riattivalo.`,
    },
  } as const
  const run = async ({ label, mutation, title, text }: (typeof actions)[keyof typeof actions], destructive: boolean): Promise<void> => {
    if (!(await askConfirmation({ title, text, confirm: label, destructive }))) return
    setFailure(undefined)
    try {
      const saved = await withReauthentication((again) => mutation.mutateAsync({ id: user.id, version: user.version, ...again }))
      if (saved) await store(saved)
    } catch (error) {
      setFailure(describeFailure(error))
    }
  }
  const possible = user.operations.filter((operation) => operation !== 'change')
  if (possible.length === 0) return null
  return (
    <section aria-label={t`Operazioni sull’utente`} className="no-print">
      <h2 className={classes.title}>{t`Operazioni sull’utente`}</h2>
      {failure !== undefined && <Notice status="error">{failure}</Notice>}
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
