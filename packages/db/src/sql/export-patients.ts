export const selectExportsWith = (patient: string): string =>
  `SELECT export_patient.manifest_id FROM export_patient WHERE export_patient.patient_id = ${patient}`

export const isExported = (patient: string, manifest: string): string =>
  `EXISTS (SELECT FROM export_patient WHERE export_patient.manifest_id = ${manifest} AND export_patient.patient_id = ${patient})`

export const deletionRequestLock = `hashtext('deletion_request')`

/**
 * Opens a deletion request for the exports that meet a condition (REQ-CON-17). A confirmed request remains confirmed, because its file is
 * deleted.
 */
export const insertDeletionRequests = (condition: string): string =>
  `INSERT INTO deletion_request (manifest_id, recipient, due_on)
      SELECT id, actor, (date_trunc('month', now() AT TIME ZONE 'Europe/Rome') + interval '2 months - 1 day')::date
      FROM export_manifest WHERE ${condition}
      ON CONFLICT DO NOTHING`
