import type { OpenCorrection } from '@registry/api-contract/corrections'
import type { CentreQuery, Discrepancy } from '@registry/api-contract/discrepancies'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { Value } from '@registry/domain/fields/values'
import type { ValueSources } from '@registry/domain/observations/value-sources'
import type { Applicability } from '@registry/domain/rules/applies'
import { createContext, use } from 'react'
import type { LeftFields } from './left-fields.ts'
import type { RecordStore } from './record-store.ts'

/** The state that all inputs of a record share. It does not change with a value, so that a key renders one input. */
export type RecordContextValue = {
  readonly code: string
  readonly choices: RecordChoices
  /** Whether each statistic of dated results was computed or reported, by field. */
  readonly sources: ValueSources
  readonly store: RecordStore
  readonly applicability: Applicability
  readonly leftFields: LeftFields
  /** Open discrepancies by field. */
  readonly discrepancies: ReadonlyMap<string, readonly Discrepancy[]>
  /** Questions to the DataManagers by field. */
  readonly queries: ReadonlyMap<string, readonly CentreQuery[]>
  /** The patient's open requests for correction by field. */
  readonly corrections: ReadonlyMap<string, readonly OpenCorrection[]>
  /** Changes a value. Asks first if fields with values would not apply any more, and clears them with the change (REQ-CRF-18). */
  readonly change: (name: FieldName, value: Value) => void
  /** Asks for the reason why the value of a discrepancy is correct. */
  readonly answer: (discrepancy: Discrepancy) => void
  /** Takes what the results give instead of a reported statistic (RULE-39). */
  readonly takeComputed: (discrepancy: Discrepancy) => void
  /** Asks the DataManagers about a field (REQ-CRF-23). */
  readonly askManagers: (name: FieldName) => void
  /** Closes a question to the DataManagers. */
  readonly closeQuery: (query: CentreQuery) => void
  /** Checks a field that loses the focus (REQ-CRF-19). */
  readonly leave: (name: FieldName) => void
}

const RecordContext = createContext<RecordContextValue | undefined>(undefined)
export const RecordProvider = RecordContext.Provider

export const useRecord = (): RecordContextValue => {
  const record = use(RecordContext)
  if (!record) throw new Error('The input is outside the form of a record')
  return record
}
