import type { Language } from '@registry/domain/language'
import type { ReadTrace } from '@registry/domain/access/read-trace'
import type { Principal, RoleGrant } from '@registry/domain/access/roles'

export type Staff = {
  readonly kind: 'staff'
  readonly userId: number
  readonly username: string
  readonly roles: readonly RoleGrant[]
  /** The centre for which a CenterAdmin of several works (REQ-IMP-09). */
  readonly centre?: string
}
/** `guardianId`: the patient is also a guardian of others. */
export type Patient = { readonly kind: 'patient'; readonly patientId: number; readonly guardianId?: number }
/** The patient for whom a guardian acts, with the opaque id that pages name. */
export type Child = { readonly patientId: number; readonly record: string }
/** A guardian, and the patient chosen in the session while the guardianship is in force (REQ-GRD-02). `own` is the guardian as a patient. */
export type Guardian = { readonly kind: 'guardian'; readonly guardianId: number; readonly own?: number; readonly child?: Child }
/** A person with an account. */
export type Person = Staff | Patient | Guardian
/** A program of a centre, identified by `centerCode` and `centerPwd`. */
export type CentreProgram = { readonly kind: 'centre'; readonly centre: string }
/**
 * A person who may only choose a password, after a temporary password or a link. `because: 'age'` marks an expired
 * password, whose change requires the old one (THREAT-17).
 */
export type Restricted = { readonly kind: 'restricted'; readonly person: Person; readonly because?: 'age' }
/** A staff user without the required second factor, who may only add one. */
export type Enrolling = { readonly kind: 'enrolling'; readonly person: Staff }
export type Visitor = { readonly kind: 'visitor' }
export type Actor = Person | CentreProgram | Restricted | Enrolling | Visitor

/** `sid` is the session, `pre` a pending code, `dev` a known device. */
export type CookieName = 'sid' | 'pre' | 'dev' | 'consents'

/** The caller's cookies by name without prefix. The answer sends changes. */
export type Cookies = {
  read(name: CookieName): string | undefined
  set(name: CookieName, value: string, maxAgeSeconds?: number): void
  clear(name: CookieName): void
}

/** The site of the request. A session is valid on its own site only. */
export type Site = 'staff' | 'myconsent'

/** The caller of one operation. `command` and `action` are its name in the audit log. */
export type Caller = {
  readonly actor: Actor
  readonly site: Site
  readonly language: Language
  readonly host: string
  readonly userAgent: string
  readonly requestId: string
  readonly command: string
  readonly action: string
  readonly cookies: Cookies
  /** Adds a detail to the audit entry. It must not contain health data, a password, a code or a token. */
  note(detail: string): void
  /**
   * Records whose data the response contains, before it is sent: a trace for each group of patients with the same columns. Only for procedures
   * that declare a read scope (REQ-ADM-01).
   */
  recordRead(...traces: readonly ReadTrace[]): void
}

export const getPrincipals = (actor: Actor): readonly Principal[] =>
  actor.kind === 'staff' ? actor.roles.map((grant) => grant.role) : [actor.kind]

/** Returns the actor's name in the audit log (REQ-ADM-01). */
export const formatActorName = (actor: Actor): string => {
  switch (actor.kind) {
    case 'staff':
      return actor.username
    case 'patient':
      return `patient ${actor.patientId}`
    case 'guardian':
      return `guardian ${actor.guardianId}`
    case 'centre':
      return `center ${actor.centre}`
    case 'restricted':
    case 'enrolling':
      return formatActorName(actor.person)
    case 'visitor':
      return ''
  }
}
