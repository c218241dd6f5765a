import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { buildStaffMenu, type StaffPath } from '@registry/domain/access/menu'
import type { MenuGroup } from '@registry/ui/layout/menu-list.tsx'
import {
  IconBuildingHospital,
  IconChartBar,
  IconClipboardData,
  IconFileExport,
  IconFileText,
  IconFilter,
  IconFlag,
  IconHome,
  IconId,
  IconMail,
  IconMicroscope,
  IconRefresh,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { roleNames } from '../../app/role-names.ts'

/** Label and icon of each menu item. The home page shows the label on its button too. */
export const menuItems = {
  '/uhome': { label: msg`Pagina principale`, icon: IconHome },
  '/identityM': { label: msg`Identità`, icon: IconId },
  '/ga_studiclinici': { label: msg`Studi clinici`, icon: IconMicroscope },
  '/ga_filtri': { label: msg`Filtri`, icon: IconFilter },
  '/ga_esportazioni': { label: msg`Esportazioni`, icon: IconFileExport },
  '/comunicazioni': { label: msg`Comunicazioni`, icon: IconMail },
  '/globalconfig': { label: msg`Configurazione globale`, icon: IconSettings },
  '/log': { label: msg`Log`, icon: IconFileText },
  '/centri': { label: msg`Gestione centri`, icon: IconBuildingHospital },
  '/utenti': { label: msg`Gestione utenti`, icon: IconUsers },
  '/dm_filtri': { label: msg`Filtri`, icon: IconFilter },
  '/dm_studiclinici': { label: msg`Studi clinici`, icon: IconMicroscope },
  '/dm_esportazioni': { label: msg`Esportazioni`, icon: IconFileExport },
  '/dm_segnalazioni': { label: msg`Segnalazioni dei centri`, icon: IconFlag },
  '/ca_filtri': { label: msg`Filtri`, icon: IconFilter },
  '/ca_studiclinici': { label: msg`Studi clinici`, icon: IconMicroscope },
  '/ca_esportazioni': { label: msg`Esportazioni`, icon: IconFileExport },
  '/ecrf': { label: msg`Mini e-CRF`, icon: IconClipboardData },
  '/dm_coorte': { label: msg`Coorte`, icon: IconUsersGroup },
  '/ca_coorte': { label: msg`Coorte`, icon: IconUsersGroup },
  '/ca_indicatori': { label: msg`Indicatori del centro`, icon: IconChartBar },
  '/ca_segnalazioni': { label: msg`Segnalazioni del centro`, icon: IconFlag },
  '/pazienti-dati': { label: msg`Sincronizzazione pazienti e dati`, icon: IconRefresh },
} as const satisfies Record<StaffPath, { readonly label: MessageDescriptor; readonly icon: typeof IconHome }>

/** The left menu by role; with several roles, each group has the name of its role (REQ-UI-07). */
export const useMenu = (user: CurrentUser): MenuGroup[] => {
  const { t } = useLingui()
  const menu = buildStaffMenu(user)
  const several = menu.filter(({ role }) => role !== undefined).length > 1
  return menu.map(({ role, entries }) => ({
    ...(several && role && { name: t(roleNames[role]) }),
    items: entries.map(({ path, open }) => {
      const { label, icon: Icon } = menuItems[path]
      return { label: t(label), icon: <Icon size={20} aria-hidden="true" />, ...(open && { href: path }) }
    }),
  }))
}
