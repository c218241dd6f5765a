import { useLingui } from '@lingui/react/macro'
import { buildPatientMenu } from '@registry/domain/access/menu'
import type { MenuGroup } from '@registry/ui/layout/menu-list.tsx'
import { IconChecklist, IconHome } from '@tabler/icons-react'
import type { CurrentUser } from '@registry/app-shell/guard.ts'

/** The left menu of patients (REQ-UI-07). */
export const useMenu = (user: CurrentUser): MenuGroup[] => {
  const { t } = useLingui()
  const items = {
    '/myconsent': { label: t`Pagina principale`, icon: <IconHome size={20} aria-hidden="true" /> },
    '/consenso': { label: t`I tuoi consensi`, icon: <IconChecklist size={20} aria-hidden="true" /> },
  }
  return buildPatientMenu(user).map(({ entries }) => ({
    items: entries.map(({ path, open }) => ({ ...items[path], ...(open && { href: path }) })),
  }))
}
