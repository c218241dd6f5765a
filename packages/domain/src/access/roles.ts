export const roles = ['GlobalAdmin', 'UserAdmin', 'DataManager', 'CenterAdmin'] as const
export type Role = (typeof roles)[number]

/** A role of a staff user. CenterAdmin has a centre, the others an area of the geotree. */
export type RoleGrant = { readonly role: Role; readonly areaid?: string | undefined; readonly center?: string | undefined }

/**
 * The kinds of callers in addition to the roles: `guardian` acts for a patient, `centre` is a centre's program and `visitor` has no session. `restricted` may only choose
 * a password, `enrolling` may only add a second factor.
 */
export type Principal = Role | 'patient' | 'guardian' | 'centre' | 'visitor' | 'restricted' | 'enrolling'
