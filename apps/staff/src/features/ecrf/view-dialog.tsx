import { Button, Checkbox, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import type { WorkListView } from '@registry/api-contract/work-list-views'
import { isSameSettings, workListViewNameMax, type WorkListSettings } from '@registry/domain/ecrf/work-list-views'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'

type Props = {
  /** The view to change; without it a new one. */
  readonly view?: WorkListView
  /** The order and the filters of the list. */
  readonly settings: WorkListSettings
  readonly onClose: () => void
}

/** Saves the order and the filters of the list under a name, or changes a view (REQ-CRF-22). */
export const ViewDialog = ({ view, settings, onClose }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const queryClient = useQueryClient()
  const save = useMutation(trpc.workListViews.save.mutationOptions(ownFailures))
  const change = useMutation(trpc.workListViews.change.mutationOptions(ownFailures))
  const form = useForm({
    initialValues: { name: view?.name ?? '', shared: view?.shared ?? false, replaces: false },
    validate: ({ name }) => (name.trim() === '' ? { name: formatError('field_required') } : {}),
  })
  const submit = form.onSubmit(async ({ name, shared, replaces }) => {
    const { order, phenotype, tasks } = view && !replaces ? view : settings
    const content = { name, shared, order, phenotype, tasks: [...tasks] }
    try {
      await (view ? change.mutateAsync({ id: view.id, ...content }) : save.mutateAsync(content))
      await queryClient.invalidateQueries({ queryKey: trpc.workListViews.list.queryKey() })
      onClose()
    } catch (error) {
      form.setErrors(toFormErrors(error))
    }
  })
  const labels = { name: t`Nome della vista` }
  return (
    <Dialog title={view ? t`Modifica la vista` : t`Salva questa vista`} onClose={onClose}>
      <ErrorSummary errors={form.errors} labels={labels} />
      <Form onSubmit={submit}>
        <TextInput
          {...form.getInputProps('name')}
          label={labels.name}
          description={t`Non scrivere nomi o codici di pazienti. La vista conserva ordine e filtri, mai il testo cercato.`}
          withAsterisk
          maxLength={workListViewNameMax}
          autoComplete="off"
          autoFocus
        />
        <Checkbox {...form.getCheckboxProps('shared')} label={t`Condividi con il centro`} />
        {view && !isSameSettings(view, settings) && (
          <Checkbox {...form.getCheckboxProps('replaces')} label={t`Sostituisci ordine e filtri con quelli della lista`} />
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
          <Button type="submit" loading={form.submitting}>{t`Salva`}</Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
