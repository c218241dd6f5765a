import type { RecordChoices } from '@registry/api-contract/ecrf'
import { formSections } from '@registry/domain/ecrf/form'
import type { PatientRecord } from '@registry/domain/fields/values'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { useLanguage } from '@registry/ui/language/language.tsx'
import classes from './ecrf.module.css'
import { useValueText } from '../../app/use-value-text.ts'

/** The filled fields of a record by section, to read or to print. */
export const RecordFacts = ({ values, choices }: { readonly values: PatientRecord; readonly choices: RecordChoices }) => {
  const { language } = useLanguage()
  const showValue = useValueText(choices)
  return formSections.map(({ section, fields }) => {
    const filled = fields.filter(({ name }) => (values[name] ?? null) !== null)
    if (filled.length === 0) return null
    return (
      <section key={section} aria-label={sectionLabels[section][language]}>
        <h2 className={classes.pastTitle}>{sectionLabels[section][language]}</h2>
        <dl className={classes.facts}>
          {filled.map(({ name, label }) => (
            <div key={name}>
              <dt>{label[language]}</dt>
              <dd>{showValue(name, values[name])}</dd>
            </div>
          ))}
        </dl>
      </section>
    )
  })
}
