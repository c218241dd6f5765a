import { useDraft as useStoredDraft } from '@registry/app-shell/drafts/use-draft.ts'
import { ownFields } from '@registry/domain/patient/own-fields'
import { isRecord } from '@registry/ui/request-error.ts'
import type { FormValues } from './fields.ts'

/** Typed values, and the version that the person saw, so that a save in between is found (FAULT-13). */
type Draft = { readonly version: string; readonly values: FormValues }

const isOwnValue = (value: unknown): boolean => value === null || typeof value === 'string'

const isFormValues = (stored: unknown): stored is FormValues =>
  isRecord(stored) &&
  ['Email', 'Mobile'].includes(String(stored['login_mode'])) &&
  Object.keys(stored).length === ownFields.length &&
  ownFields.every((field) => isOwnValue(stored[field]))

const parseDraft = (stored: unknown): Draft | undefined => {
  if (!isRecord(stored)) return undefined
  const { version, values } = stored
  return typeof version === 'string' && isFormValues(values) ? { version, values } : undefined
}

/** The personal data that are typed and not saved. They outlive reload, Back and the session. */
export const useDraft = () => useStoredDraft('personal data', parseDraft)
