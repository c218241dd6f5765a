/** Patients see who read their data for at least these years, and so long no month leaves the audit log (REQ-PAT-18, REQ-ADM-25). */
export const auditLogYears = 10
