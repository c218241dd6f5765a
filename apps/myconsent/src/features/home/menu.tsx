import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { buildPatientMenu, type PatientPath } from '@registry/domain/access/menu'
import type { MenuGroup } from '@registry/ui/layout/menu-list.tsx'
import { IconChecklist, IconHome } from '@tabler/icons-react'

/** Label and icon of each menu item. */
const menuItems = {
  '/myconsent': { label: msg`Pagina principale`, icon: IconHome },
  '/consenso': { label: msg`I tuoi consensi`, icon: IconChecklist },
} as const satisfies Record<PatientPath, { readonly label: MessageDescriptor; readonly icon: typeof IconHome }>

/** The left menu of patients (REQ-UI-07). */
export const useMenu = (user: CurrentUser): MenuGroup[] => {
  const { t } = useLingui()
  return buildPatientMenu(user).map(({ entries }) => ({
    items: entries.map(({ path, open }) => {
      const { label, icon: Icon } = menuItems[path]
      return { label: t(label), icon: <Icon size={20} aria-hidden="true" />, ...(open && { href: path }) }
    }),
  }))
}
