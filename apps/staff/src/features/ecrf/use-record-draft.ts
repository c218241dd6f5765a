import { useShell } from '@registry/app-shell/shell.ts'
import { findField } from '@registry/domain/fields/dictionary'
import type { Value } from '@registry/domain/fields/values'
import { isRecord } from '@registry/ui/request-error.ts'
import { useMemo } from 'react'
import type { Changes } from './record-store.ts'

/** The changes that are not saved, and the version of the record that the person saw. */
type Draft = { readonly version: string; readonly changes: Changes }

const isValue = (value: unknown): value is Value =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'))

/** Reads a stored draft. One of an older release that does not fit is ignored. */
const parseDraft = (stored: unknown): Draft | undefined => {
  if (!isRecord(stored) || typeof stored['version'] !== 'string' || !isRecord(stored['changes'])) return undefined
  const changes: Changes = {}
  for (const [name, value] of Object.entries(stored['changes'])) {
    const field = findField(name)
    if (!field || !isValue(value)) return undefined
    changes[field.name] = value
  }
  return Object.keys(changes).length === 0 ? undefined : { version: stored['version'], changes }
}

/** The unsaved changes of a record, encrypted in this browser (REQ-UI-20). Writing one renders nothing. */
export const useRecordDraft = (centre: string, code: string) => {
  const { drafts } = useShell()
  return useMemo(() => {
    // A code is the centre's own.
    const name = `record ${centre} ${code}`
    return {
      stored: parseDraft(drafts.read(name)),
      write: (draft: Draft): void => (Object.keys(draft.changes).length > 0 ? drafts.write(name, draft) : drafts.remove(name)),
      forget: (): void => drafts.remove(name),
    }
  }, [drafts, centre, code])
}
