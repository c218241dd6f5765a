import { Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { CurrentConsents } from '@registry/api-contract/consents'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import type { ReactNode } from 'react'

type Props = { readonly waiting: CurrentConsents['waiting']; readonly children?: ReactNode }

/** A Yes that waits for the reader's signature, or for that of another person. Nobody reads whose (REQ-GRD-03). */
export const MissingSignature = ({ waiting, children }: Props) => {
  const { t } = useLingui()
  if (waiting.length === 0) return null
  return waiting.some(({ yours }) => yours) ? (
    <Notice status="waiting" title={t`Manca la tua firma`}>
      <Stack align="flex-start" gap="sm">
        {t`Un’altra persona ha risposto sì, e il suo sì vale 30 giorni. Non cambia nulla finché non rispondi anche tu: puoi dire sì o no.`}
        {children}
      </Stack>
    </Notice>
  ) : (
    <Notice status="waiting" title={t`Manca una firma`}>
      {t`Un sì è registrato e vale 30 giorni. Non cambia nulla finché non c’è anche l’altra firma.`}
    </Notice>
  )
}
