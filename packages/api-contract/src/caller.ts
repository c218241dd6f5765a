import type { Language } from '@registry/domain/language'
import type { ReadTrace } from '@registry/domain/access/read-trace'
import type { Principal, RoleGrant } from '@registry/domain/access/roles'

export type Staff = { readonly kind: 'staff'; readonly userId: number; readonly username: string; readonly roles: readonly RoleGrant[] }
export type Patient = { readonly kind: 'patient'; readonly patientId: number }
/** A centre's own program, known by `centerCode` and `centerPwd` (D3). */
export type CentreProgram = { readonly kind: 'centre'; readonly centre: string }
/**
 * Somebody who may only choose a password (D6): let in by a temporary password or a link, or, `because` of its age, signed in
 * with one that must be changed. Only in the first case is the old one not asked (THREAT-17).
 */
export type Restricted = { readonly kind: 'restricted'; readonly person: Staff | Patient; readonly because?: 'age' }
/** A staff user without the second factor that the configuration asks of everybody: may add one and do nothing else (D6). */
export type Enrolling = { readonly kind: 'enrolling'; readonly person: Staff }
export type Visitor = { readonly kind: 'visitor' }
export type Actor = Staff | Patient | CentreProgram | Restricted | Enrolling | Visitor

/** Session, code on its way, and device that signed in before. */
export type CookieName = 'sid' | 'pre' | 'dev'

/** The caller's cookies, named without their prefix; setting one takes effect with the answer (D6). */
export type Cookies = {
  read(name: CookieName): string | undefined
  set(name: CookieName, value: string, maxAgeSeconds?: number): void
  clear(name: CookieName): void
}

/** Which of the two sites the request came to; sessions of one are not valid on the other (D6). */
export type Site = 'staff' | 'myconsent'

/** Who asks for one operation, from where, in which language, and under which name the log keeps it (D11). */
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
  /** Adds to the log entry what was touched; never a value of health data, a password, a code or a token. */
  note(detail: string): void
  /** Says whose data the answer holds, before it leaves; only for operations that declare that they read (D11). */
  recordRead(trace: ReadTrace): void
}

export const getPrincipals = (actor: Actor): readonly Principal[] =>
  actor.kind === 'staff' ? actor.roles.map((grant) => grant.role) : [actor.kind]

/** As the log names the actor (D11). */
export const formatActorName = (actor: Actor): string => {
  switch (actor.kind) {
    case 'staff':
      return actor.username
    case 'patient':
      return `patient ${actor.patientId}`
    case 'centre':
      return `center ${actor.centre}`
    case 'restricted':
    case 'enrolling':
      return formatActorName(actor.person)
    case 'visitor':
      return ''
  }
}
