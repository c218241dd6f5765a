import { formatActorName, type Actor, type Person } from '@registry/api-contract/caller'
import type { KeyedHash } from './keyed-hash.ts'

/** The opaque id of an account, the same in all its sessions. Our pages send it to name the account that they show (THREAT-61). */
export const hashAccountId = async (keyedHash: KeyedHash, person: Person): Promise<string> =>
  shorten(await keyedHash('account', nameAccount(person)))

/** Returns whether a page names this account, also a page that was opened before a rotation of the key. */
export const isAccountId = async (keyedHash: KeyedHash, named: unknown, person: Person): Promise<boolean> =>
  (await keyedHash.all('account', nameAccount(person))).some((hash) => shorten(hash) === named)

/** A guardian who is a patient has one account for both. */
const nameAccount = (person: Person): string => {
  if (person.kind === 'staff') return `staff ${person.userId}`
  const patientId = person.kind === 'patient' ? person.patientId : person.own
  return patientId === undefined ? formatActorName(person) : `patient ${patientId}`
}
const shorten = (hash: Buffer): string => hash.toString('base64url').slice(0, 22)

/** The person of a session, even if a required step comes first. Undefined for visitors and programs. */
export const findPerson = (actor: Actor): Person | undefined => {
  switch (actor.kind) {
    case 'staff':
    case 'patient':
    case 'guardian':
      return actor
    case 'restricted':
    case 'enrolling':
      return actor.person
    case 'centre':
    case 'visitor':
      return undefined
  }
}
