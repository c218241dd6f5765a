import { useLingui } from '@lingui/react/macro'
import type { OpenCorrection } from '@registry/api-contract/corrections'
import type { CentreQuery, Discrepancy } from '@registry/api-contract/discrepancies'
import type { PatientRecordView, RecordChoices } from '@registry/api-contract/ecrf'
import { buildFieldChecks } from '@registry/domain/ecrf/field-checks'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import type { Value } from '@registry/domain/fields/values'
import type { ReferenceValues } from '@registry/domain/reference/reference-values'
import { buildApplicability } from '@registry/domain/rules/applies'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { getItalianToday } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useEffect, useMemo, useRef } from 'react'
import { createLeftFields } from './left-fields.ts'
import type { RecordContextValue } from './record-context.ts'
import type { RecordStore } from './record-store.ts'
import { useValueText } from '../../app/use-value-text.ts'

type Options = {
  readonly record: PatientRecordView
  readonly choices: RecordChoices
  readonly store: RecordStore
  readonly discrepancies: readonly Discrepancy[]
  readonly queries: readonly CentreQuery[]
  readonly corrections: readonly OpenCorrection[]
  readonly onAnswer: (discrepancy: Discrepancy) => void
  readonly onTakeComputed: (discrepancy: Discrepancy) => void
  readonly onAskManagers: (name: FieldName) => void
  readonly onCloseQuery: (query: CentreQuery) => void
}

/** The choices of the form as the rules of the domain read them. */
const toReferenceValues = (choices: RecordChoices): ReferenceValues => {
  const tables = new Map(Object.entries(choices).map(([table, rows]) => [table, rows.map(({ id, ...extra }) => ({ id, extra }))]))
  return (table) => tables.get(table) ?? []
}

const groupByField = (discrepancies: readonly Discrepancy[]): ReadonlyMap<string, readonly Discrepancy[]> => {
  const pairs = discrepancies
    .filter(({ state }) => state === 'open')
    .flatMap((discrepancy) => discrepancy.fields.map((field) => ({ field, discrepancy })))
  return new Map([...Map.groupBy(pairs, ({ field }) => field)].map(([field, own]) => [field, own.map(({ discrepancy }) => discrepancy)]))
}

/** Asks whether to clear the fields that a change makes inapplicable, with their values (REQ-CRF-18). */
const useAskToClear = (choices: RecordChoices) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const showValue = useValueText(choices)
  return (hidden: readonly FieldName[], read: (name: FieldName) => Value): Promise<boolean> => {
    const list = hidden.map((name) => `${getField(name).label[language]}: ${showValue(name, read(name))}`).join('\n')
    return askConfirmation({
      title: t`Svuotare i campi che non si applicano più?`,
      text: `${list}\n\n${t`I valori di prima restano nella storia.`}`,
      confirm: t`Cambia e svuota`,
    })
  }
}

/** The state that the inputs of a record share. */
export const useSharedByFields = ({
  record,
  choices,
  store,
  discrepancies,
  queries,
  corrections,
  onAnswer,
  onTakeComputed,
  onAskManagers,
  onCloseQuery,
}: Options): RecordContextValue => {
  const { code, sources } = record
  const askToClear = useAskToClear(choices)
  // Another function at each render would render each input.
  const latest = useRef(askToClear)
  useEffect(() => {
    latest.current = askToClear
  })
  const applicability = useMemo(() => buildApplicability(toReferenceValues(choices)), [choices])
  const leftFields = useMemo(() => {
    const check = buildFieldChecks(toReferenceValues(choices), getItalianToday())
    return createLeftFields((left) => {
      const changes = store.changes()
      return check(new Set([...left].filter((name) => name in changes)), store.record(), store.stored(), sources)
    })
  }, [choices, store, sources])
  const byField = useMemo(() => groupByField(discrepancies), [discrepancies])
  const queriesByField = useMemo(() => Map.groupBy(queries, ({ field }) => field ?? ''), [queries])
  const correctionsByField = useMemo(() => Map.groupBy(corrections, ({ field }) => field ?? ''), [corrections])
  return useMemo(
    () => ({
      code,
      choices,
      sources,
      store,
      applicability,
      leftFields,
      discrepancies: byField,
      queries: queriesByField,
      corrections: correctionsByField,
      change: (name, value) => {
        const hidden = applicability.listHiddenValues(store.record(), { ...store.record(), [name]: value })
        if (hidden.length === 0) return store.set(name, value)
        void latest.current(hidden, store.get).then((isConfirmed) => {
          if (isConfirmed) store.setAll({ [name]: value, ...Object.fromEntries(hidden.map((one) => [one, null])) })
        })
      },
      answer: onAnswer,
      takeComputed: onTakeComputed,
      askManagers: onAskManagers,
      closeQuery: onCloseQuery,
      leave: leftFields.leave,
    }),
    [
      code,
      choices,
      sources,
      store,
      applicability,
      leftFields,
      byField,
      queriesByField,
      correctionsByField,
      onAnswer,
      onTakeComputed,
      onAskManagers,
      onCloseQuery,
    ],
  )
}
