/** The registry and the centre allow one account for a sign-in contact (REQ-PAT-02, REQ-PAT-05). */
const uniqueContacts: ReadonlySet<unknown> = new Set([
  'sign_in_contact_in_use',
  'guardian_contact',
  'patient_identity_email',
  'patient_identity_mobile',
])

/** Whether the database rejected a contact that signs in another account. */
export const isContactTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint_name' in error && uniqueContacts.has(error.constraint_name)
