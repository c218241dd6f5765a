import { useLingui } from '@lingui/react/macro'
import type { Place } from '@registry/ui/frame/app-frame.tsx'
import { IconChecklist, IconHome } from '@tabler/icons-react'

/** The left menu of patients (spec 1, section 2, shell). */
export const usePlaces = (): Place[] => {
  const { t } = useLingui()
  return [
    { label: t`Pagina principale`, icon: <IconHome size={20} aria-hidden="true" />, href: '/myconsent' },
    { label: t`I tuoi consensi`, icon: <IconChecklist size={20} aria-hidden="true" />, href: '/consenso' },
  ]
}
