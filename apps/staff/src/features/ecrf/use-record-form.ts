import type { PatientRecordView, RecordSaved } from '@registry/api-contract/ecrf'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { listMissingPerson, listUnreadableNumbers } from '@registry/domain/ecrf/form'
import { explainTypedNumber } from '@registry/domain/fields/number-text'
import { withMissingCells } from '@registry/domain/fields/missing'
import { toFormErrors } from '@registry/ui/forms/use-form.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { trpc } from '../../app/shell.ts'
import { createRecordStore, type Changes } from './record-store.ts'
import { useRecordDraft } from './use-record-draft.ts'

/** Values and reasons of missing values. */
const listCells = ({ values, missing }: PatientRecordView) => withMissingCells(values, missing)

/** The page shows each correction of the registration immediately, so a save has seen the registration as it is now. */
const withRegistration = (shown: string, seen: string): string => [shown.split('.')[0], ...seen.split('.').slice(1)].join('.')

type Outcome = { readonly kind: 'saved' | 'conflict'; readonly at: Date; readonly result: RecordSaved }

/** The values of a record while a person changes them, and their save. A save sends the changed fields only (REQ-CRF-04). */
export const useRecordForm = (record: PatientRecordView) => {
  const formatError = useErrorMessage()
  const { language } = useLanguage()
  const queryClient = useQueryClient()
  const draft = useRecordDraft(String(record.values['center_code']), record.code)
  const [isRestored, setRestored] = useState(draft.stored !== undefined)
  const [store] = useState(() => createRecordStore(listCells(record), draft.stored?.changes))
  const [version, setVersion] = useState(draft.stored?.version ?? record.version)
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [outcome, setOutcome] = useState<Outcome>()
  const [reason, setReason] = useState('')
  const mutation = useMutation(trpc.ecrf.save.mutationOptions(ownFailures))
  const isChanged = useSyncExternalStore(store.subscribe, () => Object.keys(store.changes()).length > 0)
  const { personal, medical } = record.consents
  const isWritable = !record.withdrawn && (personal || medical)
  useEffect(() => store.subscribe(() => draft.write({ version, changes: store.changes() })), [store, draft, version])

  // The tests and the discrepancies of the page change the record too. A field that changed under the person's change keeps the version, so
  // that the save shows the conflict (REQ-CRF-04).
  const shown = useRef(record)
  useEffect(() => {
    const before = shown.current
    shown.current = record
    if (record.version === before.version || !store.refresh(listCells(record))) return
    setVersion((seen) => (seen === before.version ? record.version : seen))
  }, [record, store])

  const finish = async (result: RecordSaved, sent: Changes): Promise<void> => {
    setVersion(result.record.version)
    queryClient.setQueryData(trpc.ecrf.open.queryKey({ record: record.record }), result.record)
    if (result.conflicts.length > 0) {
      store.rebase(listCells(result.record), sent)
      return setOutcome({ kind: 'conflict', at: new Date(), result })
    }
    store.rebase(listCells(result.record), {})
    draft.forget()
    setRestored(false)
    setReason('')
    setOutcome({ kind: 'saved', at: new Date(), result })
    const changed = [
      trpc.ecrf.history.queryKey({ code: record.code }),
      trpc.ecrf.saves.pathKey(),
      trpc.ecrf.signatures.queryKey({ code: record.code }),
      trpc.discrepancies.ofRecord.queryKey({ record: record.record }),
    ]
    await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  return {
    store,
    errors,
    outcome,
    isChanged,
    isRestored,
    isWritable,
    isSaving: mutation.isPending,
    reason,
    setReason,
    save: async (): Promise<void> => {
      if (!isWritable || mutation.isPending) return
      const changes = store.changes()
      setOutcome(undefined)
      if (Object.keys(changes).length === 0) return setErrors({ form: formatError('record_nothing_changed') })
      const unreadable = listUnreadableNumbers(changes).map(({ field: { name, unit }, typed }) => {
        const detail = explainTypedNumber(typed, { decimalComma: language === 'it', percent: unit === '%' })
        return [name, formatError(detail)] as const
      })
      if (unreadable.length > 0) return setErrors(Object.fromEntries(unreadable))
      if (personal && listMissingPerson(store.record()).length > 0) return setErrors({ form: formatError('record_person_required') })
      setErrors({})
      try {
        const text = reason.trim()
        await finish(
          await mutation.mutateAsync({
            code: record.code,
            version: withRegistration(record.version, version),
            changes,
            ...(text !== '' && { reason: text }),
          }),
          changes,
        )
      } catch (error) {
        const { form, ...others } = toFormErrors(error)
        // The reason has its own input, next to the button.
        setErrors({ ...others, [toRequestError(error).code === 'record_reason_required' ? 'reason' : 'form']: form })
      }
    },
    discard: (): void => {
      store.rebase(listCells(record), {})
      draft.forget()
      setVersion(record.version)
      setRestored(false)
      setErrors({})
    },
    /** Keeps these values of the person after a conflict, and takes the stored ones for the others. */
    resolve: ({ record: stored }: RecordSaved, kept: Changes): void => {
      store.rebase(listCells(stored), kept)
      setOutcome(undefined)
    },
  }
}
