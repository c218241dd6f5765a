import { useLingui } from '@lingui/react/macro'
import { buildStaffMenu, type StaffPath } from '@registry/domain/access/menu'
import type { MenuGroup } from '@registry/ui/layout/menu-list.tsx'
import {
  IconBuildingHospital,
  IconClipboardData,
  IconFileText,
  IconFilter,
  IconHome,
  IconId,
  IconMail,
  IconMicroscope,
  IconRefresh,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { areaNames, roleNames } from './area-names.ts'

const icons = {
  '/uhome': IconHome,
  '/identityM': IconId,
  '/ga_studiclinici': IconMicroscope,
  '/ga_filtri': IconFilter,
  '/comunicazioni': IconMail,
  '/globalconfig': IconSettings,
  '/log': IconFileText,
  '/centri': IconBuildingHospital,
  '/utenti': IconUsers,
  '/dm_filtri': IconFilter,
  '/dm_studiclinici': IconMicroscope,
  '/ca_filtri': IconFilter,
  '/ca_studiclinici': IconMicroscope,
  '/ecrf': IconClipboardData,
  '/pazienti-dati': IconRefresh,
} as const satisfies Record<StaffPath, typeof IconHome>

/** The left menu by role; with several roles, each group has the name of its role (REQ-UI-07). */
export const useMenu = (user: CurrentUser): MenuGroup[] => {
  const { t } = useLingui()
  const menu = buildStaffMenu(user)
  const several = menu.filter(({ role }) => role !== undefined).length > 1
  return menu.map(({ role, entries }) => ({
    ...(several && role && { name: t(roleNames[role]) }),
    items: entries.map(({ path, open }) => {
      const Icon = icons[path]
      return { label: t(areaNames[path]), icon: <Icon size={20} aria-hidden="true" />, ...(open && { href: path }) }
    }),
  }))
}
