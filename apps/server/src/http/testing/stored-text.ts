import type { Database } from '@registry/db/connect'

const tables = [
  'patient',
  'patient_identity',
  'patient_personal',
  'patient_medical',
  'consent_event',
  'saved_filter',
  'reference_value',
  'setting',
  'account',
  'staff_user',
  'staff_role',
  'centre',
  'export_manifest',
  'import_run',
  'session',
  'notification',
]

/** Reads all stored data as one text, except the audit log, counters and sent texts. Times are removed, because each request changes those of its session. */
export const readStoredText = async (owner: Database): Promise<string> => {
  const rows = await Promise.all(tables.map((table) => owner.unsafe(`SELECT t::text AS row FROM ${table} AS t ORDER BY 1`)))
  return JSON.stringify(rows).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:[\d.+]+/g, '')
}
