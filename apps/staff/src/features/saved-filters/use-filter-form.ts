import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { toRequestError } from '@registry/ui/request-error.ts'
import { type FieldErrorsState, useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { checkDraft, type Draft, toDraft, emptyDraft, isSameDraft, findErrorPlace } from './draft.ts'

/** A filter as it came over the network. */
type Stored = inferOutput<typeof trpc.savedFilters.get>

const placed = (fields: Readonly<Record<string, string>>): FieldErrorsState<string> =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [findErrorPlace(path), text]))

/**
 * The state of the form of a filter. Saving refuses a version that somebody else changed in between: then `conflict` is what
 * stands now, and the draft stays as it is until the person decides (FAULT-13).
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
    if (code === 'filter_changed_meanwhile' && base) {
      setConflict(await queryClient.fetchQuery({ ...trpc.savedFilters.get.queryOptions(base.id), staleTime: 0 }))
    } else {
      form.setErrors(Object.keys(fields).length > 0 ? placed(fields) : { form: message })
    }
  }
  const onSuccess = async (saved: Stored): Promise<void> => {
    queryClient.setQueryData(trpc.savedFilters.get.queryKey(saved.id), saved)
    await queryClient.invalidateQueries({ queryKey: trpc.savedFilters.list.queryKey() })
    onSaved(saved)
  }
  const shared = { meta: { ownFailures: true }, onError, onSuccess }
  const add = useMutation(trpc.savedFilters.save.mutationOptions(shared))
  const modify = useMutation(trpc.savedFilters.change.mutationOptions(shared))

  /** `over` is the stored filter that this draft takes the place of. */
  const send = (over: SavedFilter | undefined): void => {
    const checked = checkDraft(draft)
    if (checked.errors) {
      const said = Object.entries(checked.errors).map(([path, detail]) => [path, formatError(detail)] as const)
      form.setErrors(placed(Object.fromEntries(said)))
      return
    }
    form.clearErrors()
    setConflict(undefined)
    if (over) modify.mutate({ ...checked.filter, id: over.id, version: over.version })
    else add.mutate(checked.filter)
  }

  return {
    draft,
    change: (part: Partial<Draft>): void => {
      setDraft((now) => ({ ...now, ...part }))
      // Faults of conditions are known by their place in the list, which has just changed.
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
