import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

/** Messages that are handed over at the same time. */
const batchSize = 20
/** Longer than any delivery can take, so that a message is not claimed twice while its sender lives. */
const leaseSeconds = 300

const waits = 'm.sent_at IS NULL AND m.failed_at IS NULL'
const due = `${waits} AND m.next_attempt_at <= now()`
/** A code, or the link of a new password: somebody waits for it. */
const urgent = `coalesce(m.expires_at <= m.created_at + interval '1 hour', false)`
/** Mails to staff are under no limit, since the alarms are such mails. */
const limited = `(m.channel = 'sms' OR m.patient_id IS NOT NULL)`
/** Characters as JavaScript and the gateway count them: those beyond the basic plane are two. */
const length = `length(m.body) + regexp_count(m.body, '[\\U00010000-\\U0010FFFF]')`

/**
 * All that the worker can do with messages. Recipient, text and links leave the database for the messages that are claimed for sending
 * now and for no others, so that a hole in the server does not read what waits or what was written to whom (THREAT-44).
 */
const functions: readonly OwnerFunction[] = [
  {
    // What comes too late and what goes where the registry does not write; answers how many SMS had a prefix that is not allowed.
    name: 'fail_undeliverable_notifications',
    parameters: { in_prefixes: 'text[]' },
    returns: 'integer',
    body: `
      UPDATE notification SET failed_at = now(), recipient = '', body = '', last_error = 'expired'
      WHERE sent_at IS NULL AND failed_at IS NULL AND expires_at <= now();
      WITH refused AS (
        UPDATE notification SET failed_at = now(), recipient = '', body = '', last_error = 'prefix_not_allowed'
        WHERE sent_at IS NULL AND failed_at IS NULL AND channel = 'sms'
          AND NOT EXISTS (SELECT FROM unnest(in_prefixes) AS prefix WHERE starts_with(recipient, prefix)) RETURNING 1
      )
      SELECT count(*)::integer FROM refused`,
  },
  {
    // What was handed over in 24 hours, by channel and centre: it counts against the limits (THREAT-14).
    name: 'count_sent_notifications',
    parameters: {},
    returns: 'TABLE (channel text, centre text, count integer)',
    body: `
      SELECT m.channel::text, p.center_code::text, count(*)::integer FROM notification AS m LEFT JOIN patient AS p ON p.id = m.patient_id
      WHERE m.first_attempt_at > now() - interval '1 day' AND ${limited} GROUP BY 1, 2`,
  },
  {
    name: 'sum_notification_cents',
    parameters: {},
    returns: 'integer',
    body: `SELECT coalesce(sum(cost_cents), 0)::integer FROM notification WHERE first_attempt_at > now() - interval '30 days'`,
  },
  {
    // What is due and of no sort in `in_full`, without recipient and text. What expires first goes first, so that a code does not wait
    // behind a thousand invitations. What was handed over once already is counted and passes.
    name: 'find_due_notifications',
    parameters: { in_full: 'text[]' },
    returns: 'TABLE (id uuid, channel text, centre text, urgent boolean, counted boolean, limited boolean, length integer)',
    body: `
      SELECT m.id, m.channel::text, p.center_code::text, ${urgent}, m.first_attempt_at IS NOT NULL, ${limited}, ${length}
      FROM notification AS m LEFT JOIN patient AS p ON p.id = m.patient_id
      WHERE ${due} AND (m.first_attempt_at IS NOT NULL OR NOT ${limited} OR NOT (
        concat_ws(' ', m.channel, (${urgent})::text) = ANY (in_full) OR concat_ws(' ', m.channel, (${urgent})::text, p.center_code) = ANY (in_full)))
      ORDER BY m.expires_at, m.next_attempt_at LIMIT ${batchSize} FOR UPDATE OF m SKIP LOCKED`,
  },
  {
    // Leases due messages and answers what is sent: each is answered once, until its lease ends or its failure is reported.
    name: 'claim_notifications',
    parameters: { in_messages: 'uuid[]', in_cents: 'integer[]' },
    returns: 'TABLE (id uuid, channel text, recipient text, subject text, body text, attempts integer)',
    body: `
      UPDATE notification AS m SET attempts = m.attempts + 1, next_attempt_at = now() + interval '${leaseSeconds} seconds', first_attempt_at = coalesce(m.first_attempt_at, now()),
        cost_cents = CASE WHEN m.first_attempt_at IS NULL THEN claimed.cents ELSE m.cost_cents END
      FROM unnest(in_messages[1:${batchSize}], in_cents[1:${batchSize}]) AS claimed (id, cents)
      WHERE m.id = claimed.id AND ${due} AND (m.expires_at IS NULL OR m.expires_at > now())
      RETURNING m.id, m.channel::text, m.recipient, m.subject, m.body, m.attempts`,
  },
  {
    // What waits because a limit holds it back, counted.
    name: 'count_waiting_notifications',
    parameters: {},
    returns: 'TABLE (channel text, centre text, urgent boolean, count integer)',
    body: `
      SELECT m.channel::text, p.center_code::text, ${urgent}, count(*)::integer FROM notification AS m LEFT JOIN patient AS p ON p.id = m.patient_id
      WHERE ${due} AND m.first_attempt_at IS NULL AND ${limited} GROUP BY 1, 2, 3`,
  },
  {
    // What was sent may hold a code or a link, and may have been a last word to somebody who is erased (D8): only the fact is kept.
    name: 'mark_notification_sent',
    parameters: { in_message: 'uuid' },
    returns: 'void',
    body: `UPDATE notification SET sent_at = now(), recipient = '', body = '', last_error = NULL WHERE id = in_message AND first_attempt_at IS NOT NULL`,
  },
  {
    name: 'postpone_notification',
    parameters: { in_message: 'uuid', in_seconds: 'integer', in_reason: 'text' },
    returns: 'void',
    body: `
      UPDATE notification SET next_attempt_at = now() + make_interval(secs => in_seconds), last_error = in_reason
      WHERE id = in_message AND first_attempt_at IS NOT NULL AND sent_at IS NULL`,
  },
  {
    // Messages 90 days after they left or were given up, and requests that ended. What strangers sent stays half a year (D17).
    name: 'remove_ended_notifications',
    parameters: {},
    returns: 'void',
    body: `
      DELETE FROM notification WHERE coalesce(sent_at, failed_at) < now() - interval '90 days';
      DELETE FROM return_request WHERE expires_at < now();
      DELETE FROM identity_request WHERE created_at < now() - interval '180 days'`,
  },
]

export const outboxStatements: readonly Statement[] = functions.map(createOwnerFunction)
export const outboxSignatures: readonly string[] = functions.map(formatSignature)
