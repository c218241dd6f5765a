import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RecordChoices, RecordSaved } from '@registry/api-contract/ecrf'
import { countComplications, countFilled } from '@registry/domain/ecrf/form'
import { getField, type Field, type SectionName } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { memo, useSyncExternalStore } from 'react'
import { RecordField } from './record-field.tsx'
import type { RecordStore } from './record-store.ts'
import classes from './ecrf.module.css'

type Props = {
  readonly section: SectionName
  readonly fields: readonly Field[]
  readonly opened: boolean
  readonly onToggle: (section: SectionName, isOpen: boolean) => void
  readonly store: RecordStore
  readonly choices: RecordChoices
  readonly errors: Readonly<Record<string, string | undefined>>
  readonly warnings: RecordSaved['warnings']
  /** Whether each empty field asks why its value is missing. */
  readonly asksReasons: boolean
  readonly readOnly: boolean
}

/** The id of the heading of a section, and its place in the address of a record. */
export const sectionId = (section: SectionName): string => section.replaceAll(' ', '-').toLowerCase()

/** A collapsible section. Its inputs exist while it is open; one with an error opens by itself. */
export const RecordSection = memo(
  ({ section, fields, opened, onToggle, store, choices, errors, warnings, asksReasons, readOnly }: Props) => {
    const { t } = useLingui()
    const { language } = useLanguage()
    const isWrong = fields.some(({ name }) => errors[name] !== undefined)
    const open = opened || isWrong
    const filled = useSyncExternalStore(store.subscribe, () => countFilled(fields, store.record()))
    const complications = useSyncExternalStore(store.subscribe, () => countComplications(store.record()))
    const total = fields.length
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
                store={store}
                options={choices[field.referenceTable ?? '']}
                error={errors[field.name]}
                warning={warnings.find((one) => one.field === field.name)?.message}
                asksReason={asksReasons}
                readOnly={readOnly}
              />
            ))}
          </div>
        )}
      </details>
    )
  },
)
