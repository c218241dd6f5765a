import { AppError, type ErrorDetail } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import type { Messages, MessageText } from '../messages.ts'

type Change = { readonly changedBy: string | null; readonly changedFields: readonly string[] }

/** Names the person who saved in between, and the changed fields. */
export const buildChangedError = (
  code: ErrorDetail['code'],
  { changedBy, changedFields }: Change,
  fieldNames: Readonly<Record<string, MessageText>>,
  { format }: Pick<Messages, 'format'>,
  language: Language,
): AppError => {
  const names = new Map(Object.entries(fieldNames))
  const what = changedFields.flatMap((field) => names.get(field) ?? []).map((name) => format(name, language))
  return new AppError(code, { who: changedBy ?? '', what: what.join(', ') })
}
