import { type AssentText as TextKind, assentTexts } from '@registry/domain/guardians/assent'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useLingui } from '@lingui/react/macro'

/** The text for a minor before the answer in person (REQ-GRD-03). */
export const AssentText = ({ text }: { readonly text: TextKind }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <Notice status="info" title={t`Per te, che hai meno di 18 anni`}>
      {assentTexts[text][language].map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Notice>
  )
}
