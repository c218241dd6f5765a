import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { trpc } from '../../app/shell.ts'
import classes from './home.module.css'
import { RoleAreas } from './role-areas.tsx'
import { Dashboard } from './dashboard.tsx'

/** The home by role: one block of buttons a role, and the work that waits (spec 1, section 2; interface.md, staff). */
export const StaffHome = ({ user }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  const { data: work } = useSuspenseQuery(trpc.home.staff.queryOptions())
  const scopeOf = ({ center, areaid }: CurrentUser['roles'][number]): string | undefined => {
    if (center !== undefined) return t`Centro ${center}`
    return areaid === undefined ? undefined : t`Area ${areaid}`
  }
  return (
    <>
      <PageHeading title={t`Pagina principale`} />
      <div className={classes.columns}>
        <div className={classes.roles}>
          {user.roles.map((grant) => (
            <RoleAreas key={`${grant.role} ${grant.areaid} ${grant.center}`} role={grant.role} scope={scopeOf(grant)} />
          ))}
        </div>
        <Dashboard work={work} filtersAt={filtersAt(user)} />
      </div>
    </>
  )
}

const filterPages = { GlobalAdmin: '/ga_filtro', DataManager: '/dm_filtro', CenterAdmin: '/ca_filtro', UserAdmin: undefined } as const

/** Under which address this person reads filters: the one of the first role that may. */
const filtersAt = (user: CurrentUser): string | undefined =>
  user.roles.map((grant) => filterPages[grant.role]).find((path) => path !== undefined)
