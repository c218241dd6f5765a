import { isFailedSignIn } from './anomalies.ts'
import { missingLogMonths } from './log-months.ts'
import { isLimited, isPending, isUrgent } from './outbox.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

const age = (moment: string): string => `coalesce(extract(epoch FROM now() - ${moment}), 0)::double precision`

/**
 * The counts for the metrics (REQ-OPS-22). No role may read the outbox or the log. A message that a quota holds back, or whose address a
 * mail server refused, is no sign of an outbox that has stopped.
 */
const countFigures: OwnerFunction = {
  name: 'count_operation_figures',
  parameters: {},
  returns: `TABLE (outbox_waiting bigint, outbox_oldest double precision, outbox_failed bigint, chain_pending bigint,
    chain_oldest double precision, failed_sign_ins bigint, missing_log_months bigint)`,
  body: `
    SELECT waiting.count, waiting.oldest,
      (SELECT count(*) FROM notification WHERE failed_at > now() - interval '24 hours'),
      (SELECT count(*) FROM audit_chain_pending),
      (SELECT ${age('at')} FROM audit_log WHERE id = (SELECT min(entry_id) FROM audit_chain_pending)),
      (SELECT count(*) FROM audit_log AS l WHERE ${isFailedSignIn} AND l.at >= now() - interval '1 hour'),
      ${missingLogMonths}
    FROM (
      SELECT count(*) AS count, ${age(`min(notification.created_at) FILTER (WHERE
        (notification.first_attempt_at IS NOT NULL OR NOT ${isLimited} OR ${isUrgent})
        AND coalesce(notification.last_error !~ ' EENVELOPE RCPT TO [45][0-9]{2}$', true))`)} AS oldest
      FROM notification WHERE ${isPending}
    ) AS waiting`,
}

export const operationFigureSignature = formatSignature(countFigures)
export const operationFigureStatements: readonly Statement[] = [createOwnerFunction(countFigures)]
