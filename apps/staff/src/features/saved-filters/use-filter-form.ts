import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { toRequestError } from '@registry/ui/request-error.ts'
import { type FieldErrorsState, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { checkDraft, type Draft, toDraft, emptyDraft, isSameDraft, findErrorField } from './draft.ts'

/** A filter as the client receives it. */
type ReceivedFilter = inferOutput<typeof trpc.savedFilters.get>

const toFormErrors = (fields: Readonly<Record<string, string>>): FieldErrorsState<string> =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [findErrorField(path), text]))

/**
 * The state of the filter form. If another person saved in between, saving fails: `conflict` is the stored filter, and the
 * draft stays until the person decides (FAULT-13).
 */
export const useFilterForm = (filter: SavedFilter | undefined, onSaved: (filter: SavedFilter) => void) => {
  const formatError = useErrorMessage()
  const queryClient = useQueryClient()
  const form = useFieldErrors<string>()
  const [base, setBase] = useState(filter)
  const [draft, setDraft] = useState(filter ? toDraft(filter) : emptyDraft)
  const [conflict, setConflict] = useState<SavedFilter>()

  const onError = async (error: unknown): Promise<void> => {
    const { code, message, fields } = toRequestError(error)
    if (code === 'filter_changed' && base) {
      setConflict(await queryClient.fetchQuery({ ...trpc.savedFilters.get.queryOptions(base.id), staleTime: 0 }))
    } else {
      form.setErrors(Object.keys(fields).length > 0 ? toFormErrors(fields) : { form: message })
    }
  }
  const onSuccess = async (saved: ReceivedFilter): Promise<void> => {
    queryClient.setQueryData(trpc.savedFilters.get.queryKey(saved.id), saved)
    await queryClient.invalidateQueries({ queryKey: trpc.savedFilters.list.queryKey() })
    onSaved(saved)
  }
  const mutationOptions = { meta: { ownFailures: true }, onError, onSuccess }
  const add = useMutation(trpc.savedFilters.save.mutationOptions(mutationOptions))
  const modify = useMutation(trpc.savedFilters.change.mutationOptions(mutationOptions))

  /** Saves the draft as a new filter, or in place of `replaced`. */
  const send = (replaced: SavedFilter | undefined): void => {
    const checked = checkDraft(draft)
    if (checked.errors) {
      const messages = Object.entries(checked.errors).map(([path, detail]) => [path, formatError(detail)] as const)
      form.setErrors(toFormErrors(Object.fromEntries(messages)))
      return
    }
    form.clearErrors()
    setConflict(undefined)
    if (replaced) modify.mutate({ ...checked.filter, id: replaced.id, version: replaced.version })
    else add.mutate(checked.filter)
  }

  return {
    draft,
    change: (part: Partial<Draft>): void => {
      setDraft((current) => ({ ...current, ...part }))
      // Errors of conditions name their index, which has just changed.
      if (part.where !== undefined) form.clearErrors()
    },
    dirty: !isSameDraft(draft, base ? toDraft(base) : emptyDraft),
    errors: form.errors,
    field: form.field,
    saving: add.isPending || modify.isPending,
    save: (): void => send(base),
    conflict,
    overwrite: (): void => {
      setBase(conflict)
      send(conflict)
    },
    takeCurrent: (): void => {
      if (!conflict) return
      setBase(conflict)
      setDraft(toDraft(conflict))
      setConflict(undefined)
    },
  }
}
