import { endCommunicationNotifications, isGivenUp } from './communication-recipients.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { convertSmsStatements, countSmsParts } from './sms-text.ts'
import { current, type Statement } from './text.ts'

/** Notifications that one worker sends in parallel. */
const batchSize = 20
/** Longer than a delivery can take, so a running worker's notification is not claimed again. */
const leaseSeconds = 300
const leaseEnd = `now() + interval '${leaseSeconds} seconds'`

export const isPending = 'notification.sent_at IS NULL AND notification.failed_at IS NULL'
/** A restored copy does not know which of its notifications were sent later (FAULT-25). */
const isDue = `${isPending} AND notification.next_attempt_at <= now() AND (SELECT find_open_restore()) IS NULL`
/** A code or a reset link, for which a person waits. */
export const isUrgent = `coalesce(notification.expires_at <= notification.created_at + interval '1 hour', false)`
/** Mails to staff have no quota, because alerts are such mails. */
export const isLimited = `(notification.channel = 'sms' OR notification.patient_id IS NOT NULL)`
/**
 * A sent or ended notification keeps neither address nor text. It can contain a code or a link, or belong to an erased person (REQ-CON-08).
 */
const emptyContent = "recipient = '', body = '', attachment = NULL, attachment_name = NULL, unsubscribe_url = NULL"
/** The quota that a notification uses: password reset links by SMS, other urgent messages, or all other messages (THREAT-14). */
const kind = `CASE WHEN notification.is_reset AND notification.channel = 'sms' THEN 'reset' WHEN ${isUrgent} THEN 'code' ELSE 'other' END`

/**
 * A mail server rejected the address or the text permanently (RFC 5321, 4.2.1). A rejected password or sender is an error of the
 * installation, so those mails wait until it is corrected.
 */
const isRejectedForGood = `(notification.channel = 'mail' AND notification.last_error ~ ' (EENVELOPE RCPT TO|EMESSAGE DATA) 5[0-9]{2}$')`

/**
 * A gateway may have sent an SMS whose answer never came. It is tried once more: at once for a code, an hour later for others, because the
 * gateway may be out of order (FAULT-08).
 */
const maxUnconfirmed = 2
const isUnconfirmed = `(notification.channel = 'sms' AND in_reason ~ 'unconfirmed$')`

/**
 * All rights of the worker on notifications. It can read recipient and text only of notifications that it claimed. So a compromised server
 * reads neither pending nor past notifications (THREAT-44).
 */
const functions: readonly OwnerFunction[] = [
  {
    // Ends notifications that are expired, belong to stopped communications, or are SMS with a forbidden prefix. Returns the number of
    // these SMS. An SMS whose worker was killed may have been sent.
    name: 'fail_undeliverable_notifications',
    parameters: { in_prefixes: 'text[]' },
    returns: 'integer',
    body: `
      UPDATE notification SET failed_at = now(), ${emptyContent}, last_error = 'expired'
      WHERE sent_at IS NULL AND failed_at IS NULL AND expires_at <= now();
      ${endCommunicationNotifications}
      UPDATE notification SET unconfirmed = unconfirmed + 1, last_error = 'interrupted unconfirmed'
      WHERE channel = 'sms' AND ${isDue} AND attempts > 0 AND last_error IS NULL;
      UPDATE notification SET failed_at = now(), ${emptyContent} WHERE ${isPending} AND unconfirmed >= ${maxUnconfirmed};
      WITH rejected AS (
        UPDATE notification SET failed_at = now(), ${emptyContent}, last_error = 'prefix_not_allowed'
        WHERE sent_at IS NULL AND failed_at IS NULL AND channel = 'sms'
          AND NOT EXISTS (SELECT FROM unnest(in_prefixes) AS prefix WHERE starts_with(recipient, prefix)) RETURNING 1
      )
      SELECT count(*)::integer FROM rejected`,
  },
  {
    // Counts the notifications of the last 24 hours by channel, centre and kind, for the quotas (THREAT-14).
    name: 'count_sent_notifications',
    parameters: {},
    returns: 'TABLE (channel text, centre text, kind text, count integer)',
    body: `
      SELECT notification.channel::text, patient.centre_code::text, ${kind}, count(*)::integer FROM notification LEFT JOIN patient ON patient.id = notification.patient_id
      WHERE notification.first_attempt_at > now() - interval '1 day' AND ${isLimited} GROUP BY 1, 2, 3`,
  },
  {
    name: 'sum_notification_cents',
    parameters: {},
    returns: 'TABLE (main integer, reset integer)',
    body: `
      SELECT coalesce(sum(cost_cents) FILTER (WHERE NOT is_reset), 0)::integer, coalesce(sum(cost_cents) FILTER (WHERE is_reset), 0)::integer
      FROM notification WHERE first_attempt_at > now() - interval '30 days'`,
  },
  {
    // Finds due notifications, without recipient and text, except the kinds and the channels in `in_exhausted`. They are ordered by expiry, so a code never
    // waits behind a thousand invitations. No quota stops a retry, because it was counted already.
    name: 'find_due_notifications',
    parameters: { in_exhausted: 'text[]' },
    returns: 'TABLE (id uuid, channel text, centre text, kind text, counted boolean, limited boolean, parts integer)',
    body: `
      SELECT notification.id, notification.channel::text, patient.centre_code::text, ${kind}, notification.first_attempt_at IS NOT NULL, ${isLimited}, ${countSmsParts('notification.body')}
      FROM notification LEFT JOIN patient ON patient.id = notification.patient_id
      WHERE ${isDue} AND notification.channel <> ALL (in_exhausted) AND (notification.first_attempt_at IS NOT NULL OR NOT ${isLimited} OR NOT (
        concat_ws(' ', notification.channel, ${kind}) = ANY (in_exhausted) OR concat_ws(' ', notification.channel, ${kind}, patient.centre_code) = ANY (in_exhausted)))
      ORDER BY notification.expires_at, notification.next_attempt_at LIMIT ${batchSize} FOR UPDATE OF notification SKIP LOCKED`,
  },
  {
    // Leases due notifications and returns their content. Each is leased to one worker until the lease ends or the failure is reported.
    name: 'claim_notifications',
    parameters: { in_notifications: 'uuid[]', in_cents: 'integer[]' },
    returns:
      'TABLE (id uuid, channel text, recipient text, subject text, body text, attachment bytea, attachment_name text, unsubscribe_url text, attempts integer)',
    body: `
      UPDATE notification SET attempts = notification.attempts + 1, last_error = NULL, next_attempt_at = ${leaseEnd}, first_attempt_at = coalesce(notification.first_attempt_at, now()),
        cost_cents = CASE WHEN notification.first_attempt_at IS NULL THEN claimed.cents ELSE notification.cost_cents END
      FROM unnest(in_notifications[1:${batchSize}], in_cents[1:${batchSize}]) AS claimed (id, cents)
      WHERE notification.id = claimed.id AND ${isDue} AND (notification.expires_at IS NULL OR notification.expires_at > now())
      RETURNING notification.id, notification.channel::text, notification.recipient, notification.subject, notification.body,
        notification.attachment, notification.attachment_name, notification.unsubscribe_url, notification.attempts`,
  },
  {
    // Counts the notifications that a quota holds back.
    name: 'count_waiting_notifications',
    parameters: {},
    returns: 'TABLE (channel text, centre text, kind text, count integer)',
    body: `
      SELECT notification.channel::text, patient.centre_code::text, ${kind}, count(*)::integer FROM notification LEFT JOIN patient ON patient.id = notification.patient_id
      WHERE ${isDue} AND notification.first_attempt_at IS NULL AND ${isLimited} GROUP BY 1, 2, 3`,
  },
  {
    // Extends the lease of a claimed notification before its delivery starts. It returns nothing if the notification no longer exists, for
    // instance because the patient withdrew, or if the lease ended and another worker may have claimed it (FAULT-07).
    name: 'renew_notification',
    parameters: { in_notification: 'uuid', in_attempts: 'integer' },
    returns: 'boolean',
    body: `
      UPDATE notification SET next_attempt_at = ${leaseEnd}
      WHERE id = in_notification AND attempts = in_attempts AND ${isPending} AND next_attempt_at > now() RETURNING true`,
  },
  {
    name: 'mark_notification_sent',
    parameters: { in_notification: 'uuid' },
    returns: 'void',
    body: `UPDATE notification SET sent_at = now(), ${emptyContent}, last_error = NULL WHERE id = in_notification AND first_attempt_at IS NOT NULL`,
  },
  {
    name: 'postpone_notification',
    parameters: { in_notification: 'uuid', in_seconds: 'integer', in_reason: 'text' },
    returns: 'void',
    body: `
      UPDATE notification SET last_error = in_reason, unconfirmed = unconfirmed + ${isUnconfirmed}::int,
        next_attempt_at = now() + make_interval(secs => CASE WHEN ${isUnconfirmed} AND NOT ${isUrgent} THEN 3600 ELSE in_seconds END)
      WHERE id = in_notification AND first_attempt_at IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL;
      UPDATE notification SET failed_at = now(), ${emptyContent}
      WHERE id = in_notification AND first_attempt_at IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL AND (${isGivenUp} OR ${isRejectedForGood} OR unconfirmed >= ${maxUnconfirmed})`,
  },
  {
    // Deletes notifications after 90 days, expired re-registration requests, and identity requests after 180 days (REQ-ACC-22).
    name: 'remove_ended_notifications',
    parameters: {},
    returns: 'void',
    body: `
      DELETE FROM notification WHERE coalesce(sent_at, failed_at) < now() - interval '90 days';
      DELETE FROM reregistration_request WHERE expires_at < now();
      DELETE FROM enrolment_request WHERE created_at < now() - interval '180 days'`,
  },
]

/** For the record at the patient's centre: the time since when mails to the patient are permanently rejected. A mail sent later ends it. */
const findRejectedMail: OwnerFunction = {
  name: 'find_rejected_mail',
  parameters: { in_patient: 'integer' },
  returns: 'timestamptz',
  body: `
    SELECT CASE WHEN ${isRejectedForGood} THEN notification.failed_at END
    FROM notification JOIN patient ON patient.id = notification.patient_id AND patient.centre_code = ${current.centre}
    WHERE notification.patient_id = in_patient AND notification.channel = 'mail' AND (notification.sent_at IS NOT NULL OR ${isRejectedForGood})
    ORDER BY coalesce(notification.sent_at, notification.failed_at) DESC LIMIT 1`,
}
export const rejectedMailSignature = formatSignature(findRejectedMail)

export const outboxStatements: readonly Statement[] = [
  ...convertSmsStatements,
  ...functions.map(createOwnerFunction),
  createOwnerFunction(findRejectedMail),
]
export const outboxSignatures: readonly string[] = functions.map(formatSignature)
