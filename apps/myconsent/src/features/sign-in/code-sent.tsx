import { useLingui } from '@lingui/react/macro'
import type { CodeSent as Sent } from '@registry/api-contract/sign-in'
import { Notice } from '@registry/ui/status/status-badge.tsx'

/** The channel and the validity of the code, the same for unknown contacts (REQ-ACC-09). */
export const CodeSent = ({ sent }: { readonly sent: Sent }) => {
  const { t } = useLingui()
  const minutes = sent.validMinutes
  return (
    <Notice
      status="yes"
      title={sent.channel === 'mail' ? t`Ti abbiamo mandato un codice per e-mail` : t`Ti abbiamo mandato un codice per SMS`}
    >
      {t`Vale ${minutes} minuti. Non dirlo a nessuno.`}
    </Notice>
  )
}
