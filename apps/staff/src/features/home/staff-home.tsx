import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { buildRoleItems } from '@registry/domain/access/menu'
import { mayUse } from '@registry/domain/access/permissions'
import type { Role } from '@registry/domain/access/roles'
import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import classes from './home.module.css'
import { Cohort } from './cohort.tsx'
import { Dashboard, type WorkPages } from './dashboard.tsx'
import { Work } from './work.tsx'
import { roleNames } from '../../app/role-names.ts'
import { menuItems } from './menu.tsx'

/** The areas of one role, with its scope. The buttons of areas that are not open are disabled (REQ-UI-12). */
const RoleAreas = ({ role, scope }: { readonly role: Role; readonly scope: string | undefined }) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  return (
    <section aria-label={t(roleNames[role])}>
      <h2 className={classes.roleName}>{t(roleNames[role])}</h2>
      {scope !== undefined && <p className={classes.scope}>{scope}</p>}
      <div className={classes.areas}>
        {buildRoleItems(role).map(({ path, open }) => (
          <Button key={path} variant="default" justify="flex-start" fullWidth disabled={!open} onClick={() => navigate(path)}>
            {t(menuItems[path].label)}
          </Button>
        ))}
      </div>
    </section>
  )
}

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
