import { useLingui } from '@lingui/react/macro'
import { buildStaffMenu, type StaffPath } from '@registry/domain/access/menu'
import type { PlaceGroup } from '@registry/ui/frame/places.tsx'
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
import type { CurrentUser } from '../../app/guard.ts'
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

/** The left menu by role; whoever holds several roles finds each one's places under its name (spec 1, section 2, shell). */
export const usePlaces = (user: CurrentUser): PlaceGroup[] => {
  const { t } = useLingui()
  const menu = buildStaffMenu(user)
  const several = menu.filter(({ role }) => role !== undefined).length > 1
  return menu.map(({ role, entries }) => ({
    ...(several && role && { name: t(roleNames[role]) }),
    places: entries.map(({ path, open }) => {
      const Icon = icons[path]
      return { label: t(areaNames[path]), icon: <Icon size={20} aria-hidden="true" />, ...(open && { href: path }) }
    }),
  }))
}
