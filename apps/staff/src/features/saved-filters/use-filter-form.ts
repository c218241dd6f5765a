import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { useDraft } from '@registry/app-shell/drafts/use-draft.ts'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useFieldErrorMessages } from '@registry/ui/language/error-message.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { checkDraft, type Draft, emptyDraft, findErrorField, parseUnsavedDraft, toDraft } from './draft.ts'
import { isSame } from './draft.ts'
import { newFilterId } from './filter-area.ts'

/** A filter as the client receives it. */
type ReceivedFilter = inferOutput<typeof trpc.savedFilters.get>

const atInputs = <Message>(errors: Readonly<Record<string, Message>>): Record<string, Message> =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [findErrorField(path), message]))

/**
 * The state of the filter form. Unsaved changes outlive reload, Back and the session (REQ-UI-20). If another person saved in between,
 * saving fails. `conflict` is the stored filter, and the draft stays until the person decides (FAULT-13).
 */
export const useFilterForm = (filter: SavedFilter | undefined, onSaved: (filter: SavedFilter) => void) => {
  const formatErrors = useFieldErrorMessages()
  const queryClient = useQueryClient()
  const unsaved = useDraft(`filter ${filter?.id ?? newFilterId}`, parseUnsavedDraft)
  const [isRestored, setIsRestored] = useState(unsaved.value !== undefined)
  // A restored draft changes the version that the person saw, so that a save in between is found.
  const [base, setBase] = useState(() => filter && { ...filter, version: unsaved.value?.version ?? filter.version })
  const [conflict, setConflict] = useState<SavedFilter>()
  const saved = base ? toDraft(base) : emptyDraft
  const form = useForm<Draft>({
    initialValues: unsaved.value?.draft ?? saved,
    validate: (draft) => {
      const { errors = {} } = checkDraft(draft)
      return atInputs(formatErrors(errors))
    },
  })

  const onError = async (error: unknown): Promise<void> => {
    if (toRequestError(error).code === 'filter_changed' && base)
      setConflict(await queryClient.fetchQuery({ ...trpc.savedFilters.get.queryOptions(base.id), staleTime: 0 }))
    else form.setErrors(atInputs(toFormErrors(error)))
  }
  const onSuccess = async (received: ReceivedFilter): Promise<void> => {
    unsaved.forget()
    queryClient.setQueryData(trpc.savedFilters.get.queryKey(received.id), received)
    await queryClient.invalidateQueries({ queryKey: trpc.savedFilters.list.queryKey() })
    onSaved(received)
  }
  const mutationOptions = { ...ownFailures, onError, onSuccess }
  const add = useMutation(trpc.savedFilters.save.mutationOptions(mutationOptions))
  const modify = useMutation(trpc.savedFilters.change.mutationOptions(mutationOptions))

  /** Saves the draft as a new filter, or in place of `replaced`. */
  const send = (replaced: SavedFilter | undefined): void =>
    form.onSubmit((draft) => {
      const checked = checkDraft(draft)
      if (checked.errors) return
      setConflict(undefined)
      if (replaced) modify.mutate({ ...checked.filter, id: replaced.id, version: replaced.version })
      else add.mutate(checked.filter)
    })()
  const replaceBy = (stored: SavedFilter | undefined): void => {
    setBase(stored)
    form.setValues(stored ? toDraft(stored) : emptyDraft)
    form.setErrors({})
    setConflict(undefined)
    setIsRestored(false)
    unsaved.forget()
  }

  return {
    draft: form.values,
    /** The draft after the last change, even before the next render. */
    getDraft: form.getValues,
    change: (part: Partial<Draft>): void => {
      form.setValues(part)
      const draft = form.getValues()
      if (isSame(draft, saved)) unsaved.forget()
      else unsaved.keep({ version: base?.version ?? null, draft })
    },
    dirty: !isSame(form.values, saved),
    errors: form.errors,
    field: form.field,
    saving: add.isPending || modify.isPending,
    save: (): void => send(base),
    isRestored,
    discard: (): void => replaceBy(filter),
    conflict,
    overwrite: (): void => {
      setBase(conflict)
      send(conflict)
    },
    takeCurrent: (): void => replaceBy(conflict),
  }
}
