import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import {
  formatMissingCell,
  isMissingReason,
  missingReasonLabels,
  missingReasons,
  type MissingReason,
} from '@registry/domain/fields/missing'
import { useLanguage } from '@registry/ui/language/language.tsx'

type Props = {
  readonly label: string
  readonly reason: MissingReason | undefined
  readonly readOnly: boolean
  /** Takes the cell of the reason, or null for none. */
  readonly onChoose: (cell: string | null) => void
}

/** Asks why the value of a field is missing (REQ-CRF-16). */
export const MissingReasonSelect = ({ label, reason, readOnly, onChoose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return (
    <NativeSelect
      size="xs"
      disabled={readOnly}
      aria-label={t`Perché manca: ${label}`}
      value={reason ?? ''}
      data={[
        { value: '', label: t`Nessun motivo indicato` },
        ...missingReasons.map((one) => ({ value: one, label: missingReasonLabels[one][language] })),
      ]}
      onChange={({ currentTarget: { value } }) => onChoose(isMissingReason(value) ? formatMissingCell(value) : null)}
    />
  )
}
