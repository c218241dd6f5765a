/** One SQL statement that `migrate` executes after the migrations. */
export type Statement = string

/** The value of `app.centres` for areas that cover the whole registry. No centre has it as its code (`centre_code_shape`). */
export const everyCentre = ','

/** The settings of the transaction's context. Each sub-select runs once for each statement, not for each row. */
export const current = {
  /** Null for a suspended or deleted centre, so its staff and programs see and write nothing (REQ-ADM-22). */
  centre: `(SELECT active.code FROM centre AS active WHERE active.code = current_setting('app.centre', true) AND active.disabled_at IS NULL)`,
  /**
   * True for a centre that the caller sees. For the whole registry, no centre is looked up (REQ-GEO-02). Otherwise the list is hashed once for
   * each statement: comparing each row with each of 1,030 centres took 1.3 s for 113,000 patients. A hash uses no index, so queries of one
   * centre add a condition on it (`nameOwnCentre`).
   */
  seesCentre: (column: string) =>
    `((SELECT current_setting('app.centres', true) = '${everyCentre}') OR ${column} IN (SELECT unnest(string_to_array(current_setting('app.centres', true), ','))))`,
  /** The areas and all areas below them, for published anonymous records, which have no centre. */
  areas: `ANY ((SELECT string_to_array(current_setting('app.areas', true), ','))::text[])`,
  /** True for staff with an area. */
  hasAreas: `(SELECT coalesce(current_setting('app.areas', true), '') <> '')`,
  patient: `(SELECT nullif(current_setting('app.patient', true), '')::integer)`,
  /** The patient who signed in, or the one for whom a guardian acts. Policies with `patient` alone refuse a guardian (REQ-GRD-02). */
  patientOrChild: `(SELECT CASE WHEN coalesce(current_setting('app.child', true), '') = '' THEN nullif(current_setting('app.patient', true), '')::integer ELSE find_child() END)`,
  /** The same, unless a setting hides the record from the guardian. */
  patientOrChildWithRecord: `(SELECT CASE WHEN coalesce(current_setting('app.child', true), '') = '' THEN nullif(current_setting('app.patient', true), '')::integer ELSE find_child_with_record() END)`,
  /** The guardian who acts for a patient; null for a patient who acts for nobody else. */
  guardian: `(SELECT CASE WHEN coalesce(current_setting('app.child', true), '') <> '' THEN find_own_guardian() END)`,
  actor: `(SELECT nullif(current_setting('app.actor', true), ''))`,
} as const

/** True for an actor who is an active GlobalAdmin now. The actor of the transaction decides, not its scope. */
export const isGlobalAdmin = `EXISTS (
  SELECT FROM staff_user JOIN staff_role ON staff_role.user_id = staff_user.id
  WHERE staff_user.email = ${current.actor} AND staff_user.disabled_at IS NULL AND staff_role.role = 'GlobalAdmin')`
/** Roles of a suspended or deleted centre grant nothing (REQ-ADM-22). `r` is the role. */
export const isActiveRole = 'NOT EXISTS (SELECT FROM centre AS c WHERE c.code = r.center AND c.disabled_at IS NOT NULL)'

/** Makes a function run with the owner's rights, with a fixed search path. */
export const securityDefiner = `SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp`

/** The day in Italy, where patients and staff are. */
export const today = `(now() AT TIME ZONE 'Europe/Rome')::date`

/** The first moment of a day in Italy. */
export const formatDayStart = (day: string): string => `(${day})::timestamp AT TIME ZONE 'Europe/Rome'`

export const list = (parts: readonly string[]): string => parts.join(', ')
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
