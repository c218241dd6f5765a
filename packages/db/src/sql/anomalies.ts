import { anomalyLimits } from '@registry/domain/anomalies/anomalies'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

export const isFailedSignIn = `l.username = '' AND l.outcome = 'refused' AND l.detail LIKE 'name %'`

/** The counts for the alerts of THREAT-50. The job needs them, and no role may read the log (REQ-ADM-02). */
const functions: readonly OwnerFunction[] = [
  {
    // The usual count is the average of the days with exports in the 90 days before.
    name: 'count_recent_exports',
    parameters: {},
    returns: 'TABLE (actor text, count integer, usual double precision)',
    body: `
      WITH recent AS (
        SELECT actor, sum(patients) AS rows FROM export_manifest WHERE at >= now() - interval '24 hours' GROUP BY actor
      )
      SELECT recent.actor, recent.rows::integer, coalesce(earlier.average, 0)::double precision
      FROM recent CROSS JOIN LATERAL (
        SELECT avg(day.rows) AS average FROM (
          SELECT sum(m.patients) AS rows FROM export_manifest AS m
          WHERE m.actor = recent.actor AND m.at < now() - interval '24 hours' AND m.at >= now() - interval '90 days'
          GROUP BY (m.at AT TIME ZONE 'Europe/Rome')::date) AS day) AS earlier`,
  },
  {
    // The detail of a denied call ends with its error code. Calls for data of another centre are denied, or answered as if the data did not
    // exist (THREAT-04).
    name: 'count_recent_denials',
    parameters: {},
    returns: 'TABLE (actor text, count integer)',
    body: `
      SELECT username, count(*)::integer FROM audit_log
      WHERE at >= now() - interval '10 minutes' AND outcome = 'refused' AND username <> '' AND detail ~ '(permission_denied|not_found)$'
      GROUP BY username`,
  },
  {
    // A failed sign-in has no user name, but a hash of the name (REQ-ADM-01). The usual count is that of an hour of the last seven days. It
    // is computed only if the last hour has many failures.
    name: 'count_recent_failed_sign_ins',
    parameters: {},
    returns: 'TABLE (count integer, usual double precision)',
    body: `
      SELECT recent.count, CASE WHEN recent.count >= ${anomalyLimits.failedSignIns} THEN (
        SELECT count(*) FROM audit_log AS l WHERE ${isFailedSignIn} AND l.at < now() - interval '1 hour' AND l.at >= now() - interval '169 hours'
      ) ELSE 0 END::double precision / 168
      FROM (SELECT count(*)::integer AS count FROM audit_log AS l WHERE ${isFailedSignIn} AND l.at >= now() - interval '1 hour') AS recent`,
  },
]

export const anomalySignatures = functions.map(formatSignature)
export const anomalyStatements: readonly Statement[] = functions.map(createOwnerFunction)
