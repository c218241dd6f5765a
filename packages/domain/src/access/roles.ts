/** Staff roles (spec 1, section 1). */
export const roles = ['GlobalAdmin', 'UserAdmin', 'DataManager', 'CenterAdmin'] as const
export type Role = (typeof roles)[number]

/** A role held by a staff user: CenterAdmin carries a centre, the others an area of the geotree (D7). */
export type RoleGrant = { readonly role: Role; readonly areaid?: string | undefined; readonly center?: string | undefined }

/** Who may call: the four roles, a signed-in patient, a centre's own program, anybody, a session that may only choose a password, and staff who must add a second factor first. */
export type Principal = Role | 'patient' | 'centre' | 'visitor' | 'restricted' | 'enrolling'
