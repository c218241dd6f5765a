import { useLingui } from '@lingui/react/macro'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { findField } from '@registry/domain/fields/dictionary'
import { useLanguage } from '@registry/ui/language/language.tsx'
import layout from '../../layout/layout.module.css'

export type Check = Pick<Discrepancy, 'checkKey' | 'rule' | 'fields' | 'message'>

/** The first field of a check, in the reader's language. It most likely needs the correction. */
export const useCheckName = () => {
  const { language } = useLanguage()
  return ({ fields: [first = ''] }: Check): string => findField(first)?.label[language] ?? first
}

/** Field, message and rule of a check. */
export const CheckText = ({ check }: { readonly check: Check }) => {
  const { t } = useLingui()
  const nameCheck = useCheckName()
  return (
    <>
      <p className={layout.text}>
        <strong>{nameCheck(check)}</strong>: {check.message}
      </p>
      <p className={layout.note}>{check.rule ?? t`Regola: intervallo abituale`}</p>
    </>
  )
}
