import { communicationKinds, communicationTypes } from '@registry/domain/communications/types'
import { list, literal } from './text.ts'

const byType = (value: (type: (typeof communicationTypes)[number]) => string): string =>
  `CASE comm.type ${communicationTypes.map((type) => `WHEN ${literal(type)} THEN ${value(type)}`).join(' ')} END`
const channelsOfType = byType((type) => `ARRAY[${list(communicationKinds[type].channels.map(literal))}]`)
const channelOfPatient = `CASE p.login_mode WHEN 'Email' THEN 'mail' ELSE 'sms' END`

/**
 * The patients who may receive a communication now: registered, not withdrawn, with a contact in use and the needed consent (REQ-COM-04).
 * `comm` is the communication.
 */
export const eligiblePatients = `patient AS p JOIN patient_identity AS identity ON identity.patient_id = p.id
    JOIN account AS a ON a.patient_id = p.id JOIN sign_in_contact AS contact ON contact.account_id = a.id AND contact.in_use`
export const isEligiblePatient = `p.c_db AND p.c_db_no_notification IS NULL AND ${channelOfPatient} = ANY (${channelsOfType})
    AND CASE comm.type WHEN 'NEWSLETTER' THEN EXISTS (SELECT FROM newsletter_subscription AS w WHERE w.patient_id = p.id AND w.wants)
      ELSE CASE comm.consent WHEN 'C_DB_P' THEN p.c_db_p WHEN 'C_DB_M' THEN p.c_db_m WHEN 'C_S' THEN p.c_s WHEN 'C_EXTRAEU' THEN p.c_extraeu
        WHEN 'C_P_DB' THEN p.c_p_db WHEN 'C_F' THEN p.c_f END IS TRUE END`
export const patientChannel = channelOfPatient

/** The active staff users with one of the roles in the area. */
export const isEligibleStaff = `u.disabled_at IS NULL AND EXISTS (
    SELECT FROM staff_role AS r LEFT JOIN centre AS c ON c.code = r.center
    WHERE r.user_id = u.id AND r.role = ANY (comm.roles) AND coalesce(r.areaid, c.geotreeid) IN (SELECT area_subtree(ARRAY[comm.areaid::text])))`

/** A waiting notification of a communication that is not being delivered. */
const isIdle = `notification.communication_recipient_id IS NOT NULL AND notification.sent_at IS NULL AND notification.failed_at IS NULL AND notification.next_attempt_at <= now()`
const emptyContent = `recipient = '', body = '', unsubscribe_url = NULL`

/**
 * Ends notifications whose delivery was interrupted, because a second attempt could send a second message (REQ-COM-05). Also ends those
 * whose recipient may no longer receive them (REQ-COM-04). The claim that follows is in the same transaction.
 */
export const endCommunicationNotifications = `
      UPDATE notification SET failed_at = now(), ${emptyContent}, last_error = 'interrupted'
      WHERE ${isIdle} AND notification.attempts > 0 AND notification.last_error IS NULL;
      UPDATE notification SET failed_at = now(), ${emptyContent}, last_error = 'not_allowed'
      WHERE ${isIdle} AND NOT EXISTS (
        SELECT FROM communication_recipient AS r JOIN communication AS comm ON comm.id = r.communication_id
        WHERE r.id = notification.communication_recipient_id AND comm.state = 'sending'
          AND CASE WHEN r.patient_id IS NOT NULL THEN EXISTS (SELECT FROM ${eligiblePatients} WHERE p.id = r.patient_id AND ${isEligiblePatient})
            ELSE EXISTS (SELECT FROM staff_user AS u WHERE u.id = r.staff_user_id AND ${isEligibleStaff}) END);`

const maxAttempts = 5
/**
 * A communication is not retried for a week: it ends after five attempts. While no mail server or gateway is reached, it waits like every
 * notification (FAULT-07).
 */
export const isGivenUp = `notification.communication_recipient_id IS NOT NULL AND notification.attempts >= ${maxAttempts}
    AND notification.last_error !~ '( CONN|not started)$'`
