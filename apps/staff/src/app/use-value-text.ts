import { useLingui } from '@lingui/react/macro'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import { createValueText } from '@registry/domain/fields/value-text'
import { useLanguage } from '@registry/ui/language/language.tsx'

/** Shows values of a record in the language of the page. */
export const useValueText = (choices: RecordChoices) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return createValueText(choices, language, { yes: t`Sì`, no: t`No`, none: t`Nessun valore` })
}
