import { useLingui } from '@lingui/react/macro'
import { mayUse } from '@registry/domain/access/permissions'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { trpc } from '../../app/shell.ts'
import classes from './home.module.css'
import { Cohort } from './cohort.tsx'
import { RoleAreas } from './role-areas.tsx'
import { Dashboard } from './dashboard.tsx'
import { Work } from './work.tsx'

const listRoles = ({ roles }: CurrentUser) => roles.map(({ role }) => role)

/** The home page of staff: the work, the areas of each role, the cohort and the latest events (REQ-UI-12). */
export const StaffHome = ({ user }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  const { data: work } = useSuspenseQuery(trpc.home.staff.queryOptions())
  const formatScope = ({ center, areaid }: CurrentUser['roles'][number]): string | undefined => {
    if (center !== undefined) return t`Centro ${center}`
    return areaid === undefined ? undefined : t`Area ${areaid}`
  }
  return (
    <>
      <PageHeading title={t`Pagina principale`} />
      <div className={classes.columns}>
        <Work work={work} roles={listRoles(user)} />
        <div className={classes.roles}>
          {user.roles.map((grant) => (
            <RoleAreas key={`${grant.role} ${grant.areaid} ${grant.center}`} role={grant.role} scope={formatScope(grant)} />
          ))}
        </div>
        <div className={classes.rest}>
          {work.patients && work.cohort && <Cohort patients={work.patients} cohort={work.cohort} />}
          <Dashboard
            work={work}
            filtersPath={findFiltersPath(user)}
            seesImports={mayUse(listRoles(user), 'imports:see')}
            user={user.username}
          />
        </div>
      </div>
    </>
  )
}

const filterPages = { GlobalAdmin: '/ga_filtro', DataManager: '/dm_filtro', CenterAdmin: '/ca_filtro', UserAdmin: undefined } as const

/** The address of the filters for the first role that may read them. */
const findFiltersPath = (user: CurrentUser): string | undefined =>
  user.roles.map((grant) => filterPages[grant.role]).find((path) => path !== undefined)
