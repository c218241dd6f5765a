import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { countComplications, countCompleteness } from '@registry/domain/ecrf/form'
import { getField, type Field, type SectionName } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { memo, useSyncExternalStore } from 'react'
import { chelationCells, ChelationTable } from './chelation-table.tsx'
import { laboratoryCells, LaboratoryTable } from './laboratory-table.tsx'
import { useRecord } from './record-context.ts'
import { RecordField } from './record-field.tsx'
import type { FormPart } from './value-table.tsx'
import { YesNo } from './yes-no.tsx'
import classes from './ecrf.module.css'
import yesNo from './yes-no.module.css'

type Props = FormPart & {
  readonly section: SectionName
  readonly fields: readonly Field[]
  readonly opened: boolean
  readonly onToggle: (section: SectionName, isOpen: boolean) => void
}

/** The id of the heading of a section, and its place in the address of a record. */
export const sectionId = (section: SectionName): string => section.replaceAll(' ', '-').toLowerCase()

/** The numbers of filled fields and of fields that apply. Two hooks, because a new object at each call would render without end. */
export const useCompleteness = (fields: readonly Field[]) => {
  const { store, applicability } = useRecord()
  const count = () => countCompleteness(fields, store.record(), applicability)
  return {
    filled: useSyncExternalStore(store.subscribe, () => count().filled),
    total: useSyncExternalStore(store.subscribe, () => count().total),
  }
}

type FieldsProps = FormPart & Pick<Props, 'fields'>

/** The inputs of single fields. */
const SectionFields = ({ fields, errors, warnings, revealed, asksReasons, readOnly }: FieldsProps) => {
  const { choices } = useRecord()
  return fields.map((field) => {
    const shared = {
      field,
      error: errors[field.name],
      warning: warnings.find((one) => one.field === field.name)?.message,
      isRevealed: revealed === fieldId(field.name),
      asksReason: asksReasons,
      readOnly,
    }
    if (field.type === 'boolean') return <YesNo key={field.name} {...shared} layout={field.section === 'Complications' ? 'row' : 'stack'} />
    return <RecordField key={field.name} {...shared} options={choices[field.referenceTable ?? '']} />
  })
}

const ComplicationCount = () => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { store } = useRecord()
  const complications = useSyncExternalStore(store.subscribe, () => countComplications(store.record()))
  return (
    <p className={classes.derived}>
      {getField('COMPLICATIONS_NUM').label[language]}: <strong>{complications ?? t`Nessun valore`}</strong>
    </p>
  )
}

const isInTable = ({ name }: Field): boolean => laboratoryCells.has(name) || chelationCells.has(name)

/** The inputs of a section: tables where the data are one, and a grid of single fields (REQ-CRF-20). */
const SectionInputs = ({ section, fields, ...part }: FieldsProps & Pick<Props, 'section'>) => {
  const others = fields.filter((field) => !isInTable(field))
  return (
    <div className={classes.inputs}>
      {section === 'Complications' && <ComplicationCount />}
      {section === 'Laboratory' && <LaboratoryTable {...part} />}
      {others.length > 0 && (
        <div className={section === 'Complications' ? yesNo.matrix : classes.fields}>
          <SectionFields {...part} fields={others} />
        </div>
      )}
      {section === 'Chelation' && <ChelationTable {...part} />}
    </div>
  )
}

/** Apart from the inputs, because it renders at each change. */
const FilledCount = ({ fields }: Pick<Props, 'fields'>) => {
  const { t } = useLingui()
  const { filled, total } = useCompleteness(fields)
  return <span className={classes.note}>{t`${plural(filled, { one: '# campo compilato', other: '# campi compilati' })} su ${total}`}</span>
}

/** A collapsible section. Its inputs exist while it is open; one with an error opens by itself. */
export const RecordSection = memo(({ section, fields, opened, onToggle, ...part }: Props) => {
  const { language } = useLanguage()
  const isWrong = fields.some(({ name }) => part.errors[name] !== undefined)
  const open = opened || isWrong
  return (
    <details className={classes.section} open={open} onToggle={(event) => onToggle(section, event.currentTarget.open)}>
      <summary id={sectionId(section)} className={classes.sectionTitle}>
        <span>{sectionLabels[section][language]}</span> <FilledCount fields={fields} />
      </summary>
      {open && <SectionInputs section={section} fields={fields} {...part} />}
    </details>
  )
})
