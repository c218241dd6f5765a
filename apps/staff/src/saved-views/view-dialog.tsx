import { Button, Checkbox, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { savedViewNameMax } from '@registry/domain/saved-views'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { ErrorSummary } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { toFormErrors, useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import type { SavedView, ViewProps } from './saved-view.ts'

type Props<View extends SavedView> = Omit<ViewProps<View>, 'onRemove'> & {
  /** The view to change; without it a new one. */
  readonly view?: View
  readonly onClose: () => void
}

/** Saves what the page shows under a name, or changes a view. */
export const ViewDialog = <View extends SavedView>({ view, texts, canShare, isShown, onSave, onChange, onClose }: Props<View>) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useForm({
    initialValues: { name: view?.name ?? '', shared: view?.shared ?? false, replaces: false },
    validate: ({ name }) => (name.trim() === '' ? { name: formatError('field_required') } : {}),
  })
  const submit = form.onSubmit(async (content) => {
    try {
      await (view ? onChange(view, content) : onSave(content))
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
          description={texts.hint}
          withAsterisk
          maxLength={savedViewNameMax}
          autoComplete="off"
          autoFocus
        />
        {canShare && <Checkbox {...form.getCheckboxProps('shared')} label={t`Condividi con il centro`} />}
        {view && !isShown(view) && <Checkbox {...form.getCheckboxProps('replaces')} label={texts.replace} />}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>{t`Annulla`}</Button>
          <Button type="submit" loading={form.submitting}>{t`Salva`}</Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
