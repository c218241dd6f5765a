import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import { getFieldValueType } from '@registry/domain/expression/types'
import type { FieldName } from '@registry/domain/fields/dictionary'
import { explainTypedNumber } from '@registry/domain/fields/number-text'
import type { Condition } from '@registry/domain/filter/condition'
import { groupPredicates } from '@registry/domain/filter/condition-tree'
import { Predicate } from '@registry/domain/filter/predicate'
import { useLingui } from '@lingui/react/macro'
import { fieldId } from '@registry/ui/forms/field-id.ts'
import type { FormErrors } from '@registry/ui/forms/resolved-errors.ts'
import { useForm } from '@registry/ui/forms/use-form.ts'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useMemo, useState } from 'react'
import {
  beginPredicate,
  emptyPredicate,
  findValueKind,
  type PredicateDraft,
  toPredicateDraft,
  toPredicateInput,
} from './predicate-draft.ts'

/** The place of the edited condition: a new one at the end, an existing one, or an alternative after an existing one. */
type InList = { readonly kind: 'change' | 'alternative'; readonly index: number }
export type EditedPlace = { readonly kind: 'new' } | InList

type Conditions = Extract<Condition, { kind: 'predicates' }>

const atEnd: EditedPlace = { kind: 'new' }

const placePredicate = (predicates: readonly Predicate[], place: EditedPlace, predicate: Predicate): Predicate[] => {
  if (place.kind === 'new') return [...predicates, predicate]
  if (place.kind === 'alternative') return predicates.toSpliced(place.index + 1, 0, { ...predicate, or: true })
  const { or } = predicates[place.index] ?? {}
  return predicates.toSpliced(place.index, 1, { ...predicate, ...(or && { or }) })
}

/** The texts of numbers that nobody can read. The predicate reads texts of old programs, which have a decimal point. */
const findUnreadable = ({ field, operator, value, to }: PredicateDraft): Readonly<Partial<Record<'value' | 'to', string>>> => {
  const kind = operator && findValueKind(operator)
  if (field === null || getFieldValueType(field) !== 'number' || (kind !== 'value' && kind !== 'range')) return {}
  return { ...(typeof value === 'string' && { value }), ...(kind === 'range' && typeof to === 'string' && { to }) }
}

/** The input with the error of a range: the second one, unless the first is wrong by itself. */
const findErrorInput = (path: string, { field, operator, value }: PredicateDraft): string => {
  const part = path.split('.', 1)[0] ?? path
  const isSecond = part === 'value' && operator === 'between' && Predicate.safeParse({ field, operator: '>=', value }).success
  return isSecond ? 'to' : part
}

/** The names of the inputs, apart from those of the whole filter. */
export const inputName = (name: string): string => `condition.${name}`

/** Radio buttons have their id on the group. */
export const focusInput = (name: string): void => {
  const element = document.getElementById(fieldId(name))
  if (element) (element.querySelector('input') ?? element).focus()
}

/** Edits one condition in its place in the list. An accepted condition opens the next one. */
export const useConditionEditor = (predicates: readonly Predicate[], onChange: (predicates: Predicate[]) => void) => {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const { language } = useLanguage()
  const [place, setPlace] = useState<EditedPlace>(atEnd)
  const validate = (draft: PredicateDraft): FormErrors => {
    if (draft.field === null) return { field: t`Scegli un campo` }
    const explain = (text: string): string => formatError(explainTypedNumber(text, { decimalComma: language === 'it' }))
    const typed = Object.entries(findUnreadable(draft))
    if (typed.length > 0) return Object.fromEntries(typed.map(([name, text]) => [name, explain(text)]))
    const { error } = Predicate.safeParse(toPredicateInput(draft))
    const { fields = {} } = error ? appErrorFromZod(error) : {}
    return Object.fromEntries(Object.entries(fields).map(([path, detail]) => [findErrorInput(path, draft), formatError(detail)]))
  }
  const form = useForm<PredicateDraft>({ initialValues: emptyPredicate, validate })
  const draft = form.values
  // The same object until something changes, because the count waits until it rests.
  const preview = useMemo((): Conditions | undefined => {
    if (Object.keys(findUnreadable(draft)).length > 0) return undefined
    const complete = Predicate.safeParse(toPredicateInput(draft)).data
    return complete && { kind: 'predicates', predicates: placePredicate(predicates, place, complete) }
  }, [draft, place, predicates])

  const edit = (next: EditedPlace, values: PredicateDraft): void => {
    setPlace(next)
    form.setValues(values)
    form.setErrors({})
  }
  const close = (): void => edit(atEnd, emptyPredicate)
  const accept = (): boolean => {
    const values = form.getValues()
    if (!form.check(values)) {
      const found = validate(values)
      const first = ['field', 'results', 'operator', 'day', 'value', 'to'].find((name) => found[name] !== undefined)
      if (first !== undefined) focusInput(inputName(first))
      return false
    }
    onChange(placePredicate(predicates, place, Predicate.parse(toPredicateInput(values))))
    close()
    return true
  }
  /** Accepts a condition that was begun. False if it is incomplete: the form must not lose it. */
  const finish = (): boolean => form.getValues().field === null || accept()
  return {
    place,
    draft,
    /** Connects an input with its error. */
    field: (name: string) => ({ ...form.field(name), id: fieldId(inputName(name)) }),
    /** The condition of the filter with the edited predicate, if that is complete. */
    preview,
    hasBegun: draft.field !== null,
    /** The number of the step that counts the edited condition. Alternatives are one step. */
    step: groupPredicates((preview?.predicates ?? predicates).slice(0, place.kind === 'new' ? undefined : place.index + 1)).length - 1,
    change: (values: PredicateDraft): void => form.setValues(values),
    chooseField: (field: FieldName | null): void => edit(place, beginPredicate(field)),
    /** Opens another condition, after the one that was begun is accepted. */
    open: (next: InList): void => {
      const isInserted = place.kind === 'alternative' && form.getValues().field !== null && next.index > place.index
      if (!finish()) return
      const predicate = next.kind === 'change' ? predicates[next.index] : undefined
      edit({ ...next, index: next.index + (isInserted ? 1 : 0) }, predicate ? toPredicateDraft(predicate) : emptyPredicate)
    },
    /** Begins a new condition on a field, after the one that was begun is accepted. */
    begin: (field: FieldName): void => {
      if (!finish()) return
      edit(atEnd, beginPredicate(field))
      // The inputs of the field are on the page after the next render only.
      requestAnimationFrame(() => focusInput(inputName('operator')))
    },
    close,
    accept,
    finish,
  }
}

export type ConditionEditor = ReturnType<typeof useConditionEditor>
