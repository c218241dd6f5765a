import { useLingui } from '@lingui/react/macro'
import type { Role } from '@registry/domain/access/roles'
import type { routes } from '@registry/domain/access/routes'
import type { Place } from '@registry/ui/frame/app-frame.tsx'
import { IconBuildingHospital, IconFileText, IconHome, IconSettings, IconUsers } from '@tabler/icons-react'
import type { CurrentUser } from '../../app/guard.ts'
import { useHasScreen } from './role-areas.tsx'

const icon = { size: 20, 'aria-hidden': true } as const

/** The left menu by role (spec 1, section 2, shell). */
export const usePlaces = (user: CurrentUser): Place[] => {
  const { t } = useLingui()
  const hasScreen = useHasScreen()
  const open = (path: keyof typeof routes) => (hasScreen(path) ? { href: path } : {})
  const holds = (role: Role): boolean => user.roles.some((grant) => grant.role === role)
  return [
    { label: t`Pagina principale`, icon: <IconHome {...icon} />, href: '/uhome' },
    ...(holds('GlobalAdmin')
      ? [
          { label: t`Configurazione globale`, icon: <IconSettings {...icon} />, ...open('/globalconfig') },
          { label: t`Log`, icon: <IconFileText {...icon} />, ...open('/log') },
        ]
      : []),
    ...(holds('UserAdmin')
      ? [
          { label: t`Gestione centri`, icon: <IconBuildingHospital {...icon} />, ...open('/centri') },
          { label: t`Gestione utenti`, icon: <IconUsers {...icon} />, ...open('/utenti') },
        ]
      : []),
  ]
}
