import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Popover.css'
import { Button, type ComboboxParsedItem, Select } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import type { FieldName } from '@registry/domain/fields/dictionary'
import { Predicate } from '@registry/domain/filter/condition'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { useFieldErrors } from '@registry/ui/forms/field-errors.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useState } from 'react'
import { PredicateInputs } from './predicate-inputs.tsx'
import { type FieldGroup, matchesSearch } from './field-groups.ts'
import { toPredicateDraft, emptyPredicate, type PredicateDraft } from './predicate-draft.ts'

type Props = {
  readonly groups: readonly FieldGroup[]
  /** The predicate to change; undefined for a new one. */
  readonly predicate: Predicate | undefined
  readonly onAccept: (predicate: Predicate) => void
  readonly onClose: () => void
}

type Option = ComboboxParsedItem<FieldName>

/** Keeps the fields of a group that match a search. */
const searchOption = (option: Option, search: string): Option =>
  'group' in option
    ? { ...option, items: option.items.filter(({ value, label }) => matchesSearch({ name: value, label }, search)) }
    : option

/** Adds or changes a condition: a field, an operator of its type, a value (REQ-FIL-05, REQ-FIL-06). */
export const ConditionDialog = ({ groups, predicate, onAccept, onClose }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const form = useFieldErrors<'field' | 'operator' | 'value'>()
  const [draft, setDraft] = useState(predicate ? toPredicateDraft(predicate) : emptyPredicate)
  const change = (next: PredicateDraft): void => {
    setDraft(next)
    form.clearErrors()
  }
  const submit = (): void => {
    const missing = {
      ...(draft.field === null && { field: t`Scegli un campo` }),
      ...(draft.field !== null && draft.operator === null && { operator: t`Scegli un operatore` }),
    }
    if (form.setErrors(missing)) return
    const parsed = Predicate.safeParse(draft)
    if (parsed.success) return onAccept(parsed.data)
    const { fields } = appErrorFromZod(parsed.error)
    form.setErrors(Object.fromEntries(Object.entries(fields).map(([path, detail]) => [path.split('.', 1)[0], formatError(detail)])))
  }
  return (
    <Dialog title={predicate ? t`Modifica la condizione` : t`Aggiungi una condizione`} onClose={onClose}>
      <Form onSubmit={submit}>
        <Select
          {...form.field('field')}
          label={t`Campo`}
          placeholder={t`Scrivi per cercare`}
          data={groups.map(({ label, fields }) => ({
            group: label,
            items: fields.map((field) => ({ value: field.name, label: field.label })),
          }))}
          value={draft.field}
          onChange={(field) => change({ ...emptyPredicate, field })}
          searchable
          filter={({ options, search }) => options.map((option) => searchOption(option, search))}
          autoFocus={!predicate}
          nothingFoundMessage={t`Nessun campo trovato`}
          maxDropdownHeight={280}
        />
        {draft.field !== null && <PredicateInputs field={draft.field} draft={draft} onChange={change} errors={form} />}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            <Trans>Annulla</Trans>
          </Button>
          <Button type="submit">{predicate ? <Trans>Conferma</Trans> : <Trans>Aggiungi</Trans>}</Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
