import { useLingui } from '@lingui/react/macro'
import { mayUse } from '@registry/domain/access/permissions'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { trpc } from '../../app/shell.ts'
import classes from './home.module.css'
import { Cohort } from './cohort.tsx'
import { RoleAreas } from './role-areas.tsx'
import { Dashboard, type WorkPages } from './dashboard.tsx'
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
          <Dashboard work={work} pages={findWorkPages(user)} seesImports={mayUse(listRoles(user), 'imports:see')} user={user.username} />
        </div>
      </div>
    </>
  )
}

const workPages = {
  GlobalAdmin: { filters: '/ga_filtro', studies: '/ga_studio' },
  DataManager: { filters: '/dm_filtro', studies: '/dm_studio' },
  CenterAdmin: { filters: '/ca_filtro', studies: '/ca_studio' },
  UserAdmin: undefined,
} as const

/** The addresses of filters and studies for the first role that may read them. */
const findWorkPages = (user: CurrentUser): WorkPages | undefined =>
  user.roles.map((grant) => workPages[grant.role]).find((pages) => pages !== undefined)
