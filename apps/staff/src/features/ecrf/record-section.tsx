import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RecordSaved } from '@registry/api-contract/ecrf'
import { countComplications, countCompleteness } from '@registry/domain/ecrf/form'
import { getField, type Field, type SectionName } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { memo, useSyncExternalStore } from 'react'
import { useRecord } from './record-context.ts'
import { RecordField } from './record-field.tsx'
import classes from './ecrf.module.css'

type Props = {
  readonly section: SectionName
  readonly fields: readonly Field[]
  readonly opened: boolean
  readonly onToggle: (section: SectionName, isOpen: boolean) => void
  readonly errors: Readonly<Record<string, string | undefined>>
  readonly warnings: RecordSaved['warnings']
  /** The id of a field of the section that a link names. The form shows it even where it does not apply. */
  readonly revealed: string | undefined
  /** Whether each empty field asks why its value is missing. */
  readonly asksReasons: boolean
  readonly readOnly: boolean
}

/** The id of the heading of a section, and its place in the address of a record. */
export const sectionId = (section: SectionName): string => section.replaceAll(' ', '-').toLowerCase()

/** How many of the fields that apply are filled. Two numbers, because a new object at each call would render for ever. */
export const useCompleteness = (fields: readonly Field[]) => {
  const { store, applicability } = useRecord()
  const count = () => countCompleteness(fields, store.record(), applicability)
  return {
    filled: useSyncExternalStore(store.subscribe, () => count().filled),
    total: useSyncExternalStore(store.subscribe, () => count().total),
  }
}

/** A collapsible section. Its inputs exist while it is open; one with an error opens by itself. */
export const RecordSection = memo(({ section, fields, opened, onToggle, errors, warnings, revealed, asksReasons, readOnly }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { store, choices } = useRecord()
  const isWrong = fields.some(({ name }) => errors[name] !== undefined)
  const open = opened || isWrong
  const { filled, total } = useCompleteness(fields)
  const complications = useSyncExternalStore(store.subscribe, () => countComplications(store.record()))
  return (
    <details className={classes.section} open={open} onToggle={(event) => onToggle(section, event.currentTarget.open)}>
      <summary id={sectionId(section)} className={classes.sectionTitle}>
        <span>{sectionLabels[section][language]}</span>{' '}
        <span className={classes.note}>{t`${plural(filled, { one: '# campo compilato', other: '# campi compilati' })} su ${total}`}</span>
      </summary>
      {open && (
        <div className={classes.fields}>
          {section === 'Complications' && (
            <p className={classes.derived}>
              {getField('COMPLICATIONS_NUM').label[language]}: <strong>{complications ?? t`Nessun valore`}</strong>
            </p>
          )}
          {fields.map((field) => (
            <RecordField
              key={field.name}
              field={field}
              options={choices[field.referenceTable ?? '']}
              error={errors[field.name]}
              isRevealed={revealed === fieldId(field.name)}
              warning={warnings.find((one) => one.field === field.name)?.message}
              asksReason={asksReasons}
              readOnly={readOnly}
            />
          ))}
        </div>
      )}
    </details>
  )
})
