/** One statement of the step that re-creates what Postgres derives from the code. */
export type Statement = string

/** The rows a transaction may see, from its context; each sub-select runs once a statement, not once a row. */
export const own = {
  centre: `(SELECT nullif(current_setting('app.centre', true), ''))`,
  centres: `ANY ((SELECT string_to_array(current_setting('app.centres', true), ','))::text[])`,
  /** The areas themselves and all below them: an anonymised record knows no centre. */
  areas: `ANY ((SELECT string_to_array(current_setting('app.areas', true), ','))::text[])`,
  patient: `(SELECT nullif(current_setting('app.patient', true), '')::integer)`,
  actor: `(SELECT nullif(current_setting('app.actor', true), ''))`,
} as const

/** A function that does for the caller what the caller may not do; its names are looked up in this order and no other. */
export const securityDefiner = `SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp`

export const list = (parts: readonly string[]): string => parts.join(', ')
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
