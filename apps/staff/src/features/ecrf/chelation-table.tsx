import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { chelators, listChelatorFields } from '@registry/domain/ecrf/treatments'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import { formatUnit } from '@registry/domain/fields/units'
import { holdsValue } from '@registry/domain/rules/applies'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useMemo, useSyncExternalStore } from 'react'
import { chelatorTexts } from './chelator-texts.ts'
import { useRecord } from './record-context.ts'
import { type FormPart, ValueTable } from './value-table.tsx'

/** The fields of the table. */
export const chelationCells: ReadonlySet<FieldName> = new Set(chelators.flatMap(listChelatorFields))

/** The chelators of the regimen, and those with values, errors or a link to them. */
const useShownChelators = ({ errors, revealed }: FormPart) => {
  const { store, applicability } = useRecord()
  const listShown = () => {
    const record = store.record()
    const isShown = (name: FieldName): boolean =>
      applicability.appliesTo(name, record) || holdsValue(name, record) || errors[name] !== undefined || revealed === fieldId(name)
    return chelators.filter((drug) => listChelatorFields(drug).some(isShown))
  }
  // A text, because a new list at each call would render without end.
  const shown = useSyncExternalStore(store.subscribe, () => listShown().join(' '))
  return useMemo(() => chelators.filter((drug) => shown.split(' ').includes(drug)), [shown])
}

/** Each chelator in use in one row. The regimen decides which they are. */
export const ChelationTable = (part: FormPart) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const drugs = useShownChelators(part)
  const cells = useMemo(() => drugs.map((drug) => listChelatorFields(drug).map(getField)), [drugs])
  const findUnit = (name: FieldName): string => formatUnit(getField(name).unit ?? '', language)
  const [doseUnit, daysUnit] = [findUnit('ICT_DFO_DOSAGE'), findUnit('ICT_DFO_PRESCRIPTION')]
  return (
    <>
      {drugs.length > 0 && (
        <ValueTable
          {...part}
          label={t`Chelanti in uso`}
          rowTitle={t`Farmaco`}
          columns={[t`Dose (${doseUnit})`, t`Prescritta (${daysUnit})`, t`Aderenza (%)`]}
          rows={drugs.map((drug) => ({ name: drug, title: t(chelatorTexts[drug]) }))}
          cells={cells}
        />
      )}
      {!part.readOnly && (
        <div>
          <Button variant="subtle" color="blue" size="compact-sm" onClick={() => document.getElementById(fieldId('ICT_TYPE'))?.focus()}>
            {t`+ Aggiungi un chelante`}
          </Button>
        </div>
      )}
    </>
  )
}
