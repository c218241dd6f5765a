import { useLingui } from '@lingui/react/macro'
import { buildPatientMenu } from '@registry/domain/access/menu'
import type { PlaceGroup } from '@registry/ui/frame/places.tsx'
import { IconChecklist, IconHome } from '@tabler/icons-react'
import type { CurrentUser } from '../../app/guard.ts'

/** The left menu of patients (spec 1, section 2, shell). */
export const usePlaces = (user: CurrentUser): PlaceGroup[] => {
  const { t } = useLingui()
  const places = {
    '/myconsent': { label: t`Pagina principale`, icon: <IconHome size={20} aria-hidden="true" /> },
    '/consenso': { label: t`I tuoi consensi`, icon: <IconChecklist size={20} aria-hidden="true" /> },
  }
  return buildPatientMenu(user).map(({ entries }) => ({
    places: entries.map(({ path, open }) => ({ ...places[path], ...(open && { href: path }) })),
  }))
}
