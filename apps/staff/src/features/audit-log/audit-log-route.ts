import type { LogQueryInput } from '@registry/api-contract/audit-log'
import { queryClient, trpc } from '../../app/shell.ts'

export type AuditLogSearch = {
  /** The entry that is open. */
  readonly voce?: number
}

/** Initial content of the page: the 10 latest entries of command 'login' (document 2, section 2). */
export const firstQuery = {
  command: 'login',
  action: '',
  username: '',
  patient: '',
  from: '',
  to: '',
  limit: 10,
} as const satisfies LogQueryInput

export const auditLogRoute = {
  validateSearch: ({ voce }: Readonly<Record<string, unknown>>): AuditLogSearch =>
    typeof voce === 'number' && Number.isSafeInteger(voce) && voce > 0 ? { voce } : {},
  loader: () =>
    Promise.all([
      queryClient.ensureQueryData(trpc.auditLog.choices.queryOptions()),
      queryClient.ensureQueryData(trpc.auditLog.query.queryOptions(firstQuery)),
    ]),
}
