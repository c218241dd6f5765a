import { useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { buildRoleItems } from '@registry/domain/access/menu'
import { mayUse } from '@registry/domain/access/permissions'
import type { Role } from '@registry/domain/access/roles'
import { showToday } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { roleNames } from '../../app/role-names.ts'
import { trpc } from '../../app/shell.ts'
import { Cohort } from './cohort.tsx'
import { Corrections } from './corrections.tsx'
import { DeletionRequests } from './deletion-requests.tsx'
import classes from './home.module.css'
import { menuItems } from './menu.tsx'
import { PendingPapers } from './pending-papers.tsx'
import { WithdrawalRequests } from './withdrawal-requests.tsx'
import { Work } from './work.tsx'

/** The areas of one role as a row of tiles, with its scope. The tiles of areas that are not open are disabled (REQ-UI-12). */
const RoleAreas = ({ role, scope }: { readonly role: Role; readonly scope: string | undefined }) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  return (
    <section aria-label={t(roleNames[role])}>
      <h2 className={classes.roleName}>
        {t(roleNames[role])} {scope !== undefined && <span className={classes.when}>{scope}</span>}
      </h2>
      <div className={classes.areas}>
        {buildRoleItems(role).map(({ path, open }) => {
          const { label, icon: Icon } = menuItems[path]
          return (
            <UnstyledButton key={path} className={classes.area} disabled={!open} onClick={() => navigate(path)}>
              <Icon size={20} aria-hidden="true" />
              {t(label)}
            </UnstyledButton>
          )
        })}
      </div>
    </section>
  )
}

const listRoles = ({ roles }: CurrentUser) => roles.map(({ role }) => role)

/** The home page of staff: the areas of each role, the work and the cohort (REQ-UI-12). */
export const StaffHome = ({ user }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { data: work } = useSuspenseQuery(trpc.home.staff.queryOptions())
  const formatScope = ({ center, areaid }: CurrentUser['roles'][number]): string | undefined => {
    if (center !== undefined) return t`Centro ${center}`
    return areaid === undefined ? undefined : (work.areas.find(({ id }) => id === areaid)?.[language] ?? areaid)
  }
  const [name, today] = [user.name, showToday(language)]
  return (
    <>
      <PageHeading title={t`Pagina principale`} lead={t`Ciao, ${name}. Oggi è ${today}.`} />
      <div className={classes.parts}>
        {user.roles.map((grant) => (
          <RoleAreas key={`${grant.role} ${grant.areaid} ${grant.center}`} role={grant.role} scope={formatScope(grant)} />
        ))}
        <Work work={work} roles={listRoles(user)} />
        {work.tasks.some(({ task, count }) => task === 'corrections to answer' && (count ?? 0) > 0) && <Corrections />}
        {work.tasks.some(({ task, count }) => task === 'requests to erase' && (count ?? 0) > 0) && <WithdrawalRequests />}
        {work.deletionRequests.length > 0 && <DeletionRequests deletionRequests={work.deletionRequests} user={user.username} />}
        {mayUse(listRoles(user), 'paper-consent:verify') && <PendingPapers />}
        {work.patients && work.cohort && <Cohort patients={work.patients} cohort={work.cohort} />}
      </div>
    </>
  )
}
