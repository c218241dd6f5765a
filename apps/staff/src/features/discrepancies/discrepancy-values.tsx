import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { findField } from '@registry/domain/fields/dictionary'
import { useLanguage } from '@registry/ui/language/language.tsx'
import classes from './discrepancies.module.css'

/** The values that a discrepancy doubts, as the record has them now, so that most are judged without opening it (REQ-CRF-10). */
export const DiscrepancyValues = ({ values }: Pick<Discrepancy, 'values'>) => {
  const { language } = useLanguage()
  if (values.length === 0) return null
  return (
    <dl className={classes.values}>
      {values.map(({ field, text }) => (
        <div key={field}>
          {/* A check of one field has just named it. */}
          <dt className={values.length === 1 ? 'visually-hidden' : ''}>{findField(field)?.label[language] ?? field}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
