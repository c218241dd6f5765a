import { Button, type ComboboxParsedItem, Select } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import type { FieldName } from '@registry/domain/fields/dictionary'
import { getFieldValueType } from '@registry/domain/expression/types'
import { explainTypedNumber } from '@registry/domain/fields/number-text'
import { Predicate } from '@registry/domain/filter/predicate'
import { Dialog, DialogButtons } from '@registry/ui/dialogs/dialog.tsx'
import { Form } from '@registry/ui/forms/form.tsx'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import type { ReactNode } from 'react'
import { type FieldGroup, matchesSearch } from '../fields/field-groups.ts'
import type { RunsAs } from '../../../exports/export-file.ts'
import { FieldDistribution } from './field-distribution.tsx'
import { toPredicateDraft, emptyPredicate, type PredicateDraft } from './predicate-draft.ts'
import { PredicateInputs } from './predicate-inputs.tsx'

type Props = {
  readonly groups: readonly FieldGroup[]
  /** The predicate to change; undefined for a new one. */
  readonly predicate: Predicate | undefined
  /** Receives the condition after each change, or undefined while it is incomplete. */
  readonly onDraft: (predicate: Predicate | undefined) => void
  readonly onAccept: (predicate: Predicate) => void
  readonly onClose: () => void
  /** The role whose patients the dialog shows; undefined for a role that runs no filter. */
  readonly runsAs: RunsAs | undefined
  /** Effect of the condition on the number of patients. */
  readonly effect: ReactNode
}

type Option = ComboboxParsedItem<FieldName>

/** Keeps the fields of a group that match a search. */
const searchOption = (option: Option, search: string): Option =>
  'group' in option
    ? { ...option, items: option.items.filter(({ value, label }) => matchesSearch({ name: value, label }, search)) }
    : option

/** The text of a number that nobody can read. The predicate reads texts of old programs, which have a decimal point. */
const findUnreadableNumber = ({ field, value, operator }: PredicateDraft): string | undefined => {
  const isNumber = field !== null && getFieldValueType(field) === 'number' && operator !== 'missing because'
  return isNumber && typeof value === 'string' ? value : undefined
}

/** Adds or changes a condition: a field, an operator of its type, a value (REQ-FIL-05, REQ-FIL-06). */
const ConditionDialog = ({ groups, predicate, onDraft, onAccept, onClose, runsAs, effect }: Props) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { language } = useLanguage()
  const form = useForm<PredicateDraft>({
    initialValues: predicate ? toPredicateDraft(predicate) : emptyPredicate,
    validate: (draft) => {
      if (draft.field === null) return { field: t`Scegli un campo` }
      if (draft.operator === null) return { operator: t`Scegli un operatore` }
      const typed = findUnreadableNumber(draft)
      if (typed !== undefined) return { value: formatError(explainTypedNumber(typed, { decimalComma: language === 'it' })) }
      const { error } = Predicate.safeParse(draft)
      const { fields = {} } = error ? appErrorFromZod(error) : {}
      return Object.fromEntries(Object.entries(fields).map(([path, detail]) => [path.split('.', 1)[0], formatError(detail)]))
    },
  })
  const draft = form.values
  const submit = form.onSubmit((accepted) => onAccept(Predicate.parse(accepted)))
  const change = (next: PredicateDraft): void => {
    form.setValues(next)
    onDraft(findUnreadableNumber(next) === undefined ? Predicate.safeParse(next).data : undefined)
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
        {draft.field !== null && runsAs && <FieldDistribution key={draft.field} field={draft.field} runsAs={runsAs} />}
        {effect}
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

// React.lazy loads a default export.
export default ConditionDialog
