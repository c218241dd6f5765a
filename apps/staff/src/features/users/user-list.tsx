import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import type { User } from '@registry/api-contract/users'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { RouteLink, useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { useListView } from '../../app/use-list-view.ts'
import { roleNames } from '../../app/role-names.ts'
import { newUserId, userAddress, userListAddress } from './user-routes.ts'
import { UserState, useStateLabels } from './user-state.tsx'
import classes from './users.module.css'

const rowId = ({ id }: User): string => String(id)

/** The users with a role in the area of the UserAdmin (REQ-GEO-02). Deleted ones are shown on request. */
export const UserList = () => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  const { view, onView } = useListView(userListAddress)
  const { data: users } = useSuspenseQuery(trpc.users.list.queryOptions())
  const [withDeleted, setWithDeleted] = useState(false)
  const shown = useMemo(() => users.filter(({ state }) => withDeleted || state !== 'deleted'), [users, withDeleted])
  const columns = useUserColumns()
  const newUser = (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => navigate(userAddress(newUserId))}>
      <Trans>Nuovo utente</Trans>
    </Button>
  )
  return (
    <>
      <PageHeading title={t`Gestione utenti`} action={newUser} />
      <Checkbox
        className={classes.deleted}
        label={t`Mostra anche gli utenti eliminati`}
        checked={withDeleted}
        onChange={(event) => setWithDeleted(event.currentTarget.checked)}
      />
      <Grid label={t`Utenti`} columns={columns} rows={shown} rowId={rowId} view={view} onView={onView} />
    </>
  )
}

const useUserColumns = (): readonly GridColumn<User>[] => {
  const { t } = useLingui()
  const labels = useStateLabels()
  return useMemo(() => {
    const formatName = ({ surname, name }: User): string => `${surname} ${name}`
    return [
      {
        id: 'name',
        header: t`Cognome e nome`,
        width: 170,
        value: formatName,
        show: (user) => <RouteLink href={userAddress(user.id)}>{formatName(user)}</RouteLink>,
      },
      { id: 'email', header: t`E-mail`, width: 185, value: ({ email }) => email },
      {
        id: 'roles',
        header: t`Ruoli`,
        width: 195,
        value: ({ roles }) => roles.map(({ role, place }) => `${t(roleNames[role])}: ${place}`).join(', '),
      },
      {
        id: 'state',
        type: 'choice',
        header: t`Stato`,
        width: 135,
        value: ({ state }) => labels[state],
        show: ({ state }) => <UserState state={state} />,
      },
      {
        id: 'insertTime',
        type: 'date',
        header: t`Registrato il`,
        width: 150,
        value: ({ insertTime }) => insertTime,
        text: ({ insertTime }) => showDate(insertTime),
      },
      {
        id: 'lastSignInAt',
        type: 'date',
        header: t`Ultimo accesso`,
        width: 160,
        value: ({ lastSignInAt }) => lastSignInAt,
        text: ({ lastSignInAt }) => (lastSignInAt === null ? t`mai` : showMoment(lastSignInAt)),
      },
      {
        id: 'secondFactor',
        type: 'choice',
        header: t`App di autenticazione`,
        width: 200,
        value: ({ secondFactorSince }) => (secondFactorSince === null ? t`Non attiva` : t`Attiva`),
      },
    ]
  }, [t, labels])
}
