import { Box } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'

/** For whom a guardian acts, on every page, with the way to another patient (REQ-GRD-02). */
export const ActingBanner = ({ user: { actingFor, name, surname } }: { readonly user: CurrentUser }) => {
  const { t } = useLingui()
  if (actingFor === undefined) return null
  const shown = formatPersonName(`${name} ${surname}`)
  return (
    <Box mb="lg">
      <Notice status="info" title={actingFor === null ? t`Stai rispondendo per te: ${shown}` : t`Stai rispondendo per ${shown}`}>
        {actingFor !== null && <p>{t`In queste pagine «tu» e «i tuoi dati» sono questa persona e i suoi dati.`}</p>}
        <RouteLink href="/figli">{t`Cambia persona`}</RouteLink>
      </Notice>
    </Box>
  )
}
