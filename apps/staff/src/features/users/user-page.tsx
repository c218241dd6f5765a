import { useLingui } from '@lingui/react/macro'
import type { User } from '@registry/api-contract/users'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery, useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { history, trpc } from '../../app/shell.ts'
import { roleNames } from '../../app/role-names.ts'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import { LastChange } from '../../layout/last-change.tsx'
import layout from '../../layout/layout.module.css'
import { parseUserId, userAddress, userListAddress } from './user-routes.ts'
import { UserForm } from './user-form.tsx'
import { UserState } from './user-state.tsx'
import classes from './users.module.css'
import { OperationButtons } from '../../dialogs/operation-buttons.tsx'
import { useStoreUser } from './use-store-user.ts'

/** Suspends, reactivates, deletes or restores a user (REQ-ADM-10). */
const UserActions = ({ user }: { readonly user: User }) => {
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

/** The page of a stored or a new user. */
export const UserPage = () => {
  const { t } = useLingui()
  const { userId = '' } = useParams({ strict: false })
  const [saved, setSaved] = useState(false)
  const id = parseUserId(userId)
  if (id !== undefined) return <StoredUser key={id} id={id} saved={saved} onSaved={() => setSaved(true)} />
  return (
    <>
      <Breadcrumbs list={userListAddress} listName={t`Gestione utenti`} name={t`Nuovo utente`} />
      <PageHeading title={t`Nuovo utente`} />
      <UserForm
        onSaved={(user) => {
          setSaved(true)
          history.replace(userAddress(user.id), undefined, { ignoreBlocker: true })
        }}
      />
    </>
  )
}

type StoredProps = { readonly id: number; readonly saved: boolean; readonly onSaved: () => void }

const StoredUser = ({ id, saved, onSaved }: StoredProps) => {
  const { t } = useLingui()
  const { data: user } = useSuspenseQuery(trpc.users.detail.queryOptions({ id }))
  const name = `${user.surname} ${user.name}`
  const mayChange = user.operations.includes('change')
  return (
    <>
      <Breadcrumbs list={userListAddress} listName={t`Gestione utenti`} name={name} />
      <PageHeading title={name} />
      <div className={layout.page}>
        {saved && <Notice status="yes">{t`Modifiche registrate`}</Notice>}
        <p className={layout.state}>
          <UserState state={user.state} />
          <LastChange insertedAt={user.insertTime} changedAt={user.changedAt} changedBy={user.changedBy} />
        </p>
        <SignIns user={user} />
        {mayChange ? <UserForm key={user.version} user={user} onSaved={onSaved} /> : <Facts user={user} />}
        <UserActions user={user} />
      </div>
    </>
  )
}

/** The user's last sign-in, and whether a second factor protects it (REQ-ADM-25). */
const SignIns = ({ user: { lastSignInAt, secondFactorSince } }: { readonly user: User }) => {
  const { t } = useLingui()
  const facts: readonly Fact[] = [
    [t`Ultimo accesso`, lastSignInAt === null ? t`mai` : showMoment(lastSignInAt)],
    [t`App di autenticazione`, secondFactorSince === null ? t`Non attiva` : t`Attiva dal ${showDate(secondFactorSince)}`],
  ]
  return <FactList facts={facts} className={classes.facts} />
}

/** A user who cannot be changed: deleted, or with a role elsewhere. */
const Facts = ({ user }: { readonly user: User }) => {
  const { t } = useLingui()
  return (
    <>
      {user.operations.length === 0 && (
        <p className={layout.note}>
          {t`Questo utente ha un ruolo che tu non amministri: lo può modificare solo un UserAdmin di un’area che contiene tutti i suoi ruoli.`}
        </p>
      )}
      <ul className={classes.places} aria-label={t`Ruoli`}>
        {user.roles.map(({ role, place }) => (
          <li key={`${role} ${place}`}>
            {t(roleNames[role])}: {place}
          </li>
        ))}
      </ul>
      <p>{user.email}</p>
    </>
  )
}
