import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { buildRoleItems } from '@registry/domain/access/menu'
import type { Role } from '@registry/domain/access/roles'
import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { roleNames } from '../../app/role-names.ts'
import { menuItems } from './menu.tsx'
import classes from './home.module.css'

/** The areas of one role, with its scope. The buttons of areas that are not open are disabled (REQ-UI-12). */
export const RoleAreas = ({ role, scope }: { readonly role: Role; readonly scope: string | undefined }) => {
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
