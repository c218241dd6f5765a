import type { ReadTrace } from '@registry/domain/access/read-trace'

/** One entry of the audit log. The detail names the objects of the operation, never health data or a secret. */
export type AuditEntry = {
  readonly username: string
  readonly command: string
  readonly action: string
  readonly ipAddress: string
  readonly durationMilli: number
  readonly detail: string
  readonly outcome: 'done' | 'refused' | 'failed'
  readonly requestId: string
  /** The patients whose data the response contains, if any. */
  readonly reads?: ReadTrace
}
