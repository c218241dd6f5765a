import type { Caller, Guardian, Patient, Person, Staff } from '@registry/api-contract/caller'
import { PatientExtras, type UserInfo } from '@registry/api-contract/session'
import { withTransaction } from '@registry/db/transaction'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { hashAccountId } from '../../auth/account-id.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import { findOwnPatient, findStaffUser, listInvitations, listOwnCentres } from './queries.ts'

type Needs = Pick<Deps, 'database' | 'version' | 'clock' | 'keyedHash'>
type UserInfoRequest = {
  readonly person: Person
  readonly passwordExpired: boolean
  readonly secondFactorMissing?: boolean
  readonly session?: Uint8Array
}

/** Reads the data of a person that the client receives. `null` means that the person no longer exists. */
export const readUserInfo = async (
  needs: Needs,
  { person, passwordExpired, secondFactorMissing = false, session }: UserInfoRequest,
): Promise<UserInfo | null> => {
  const user =
    person.kind === 'staff'
      ? await readStaff(needs, person, { passwordExpired, ...(secondFactorMissing && { secondFactorMissing }) })
      : person.kind === 'patient'
        ? await readPatient(needs, person, passwordExpired)
        : await readGuardian(needs, person, { person, passwordExpired, ...(session && { session }) })
  return user && { account: await hashAccountId(needs.keyedHash, person), ...user }
}

/** Requires the old password, because the current one is known and only too old (THREAT-17). */
export const requireOldPassword = <User extends UserInfo | null>(user: User): User => user && { ...user, asksOldPassword: true }

const contactColumns = ['username', 'email']
const personColumns = ['name', 'surname', ...contactColumns, ...Object.keys(PatientExtras.shape)]

/** Records in the audit log that patients read their own data (REQ-ADM-01). Staff accounts hold no patient data. */
export const recordOwnRead = (caller: Caller, person: Person, { restricted = false } = {}): void => {
  if (person.kind === 'patient') caller.recordRead(buildOwnReadTrace(person.patientId, restricted ? contactColumns : personColumns))
  if (person.kind === 'guardian' && person.child && !restricted) caller.recordRead(buildOwnReadTrace(person.child.patientId, personColumns))
}

const buildVersions = ({ version }: Needs) => ({ fe_version: version, be_version: version })

type RequiredSteps = Pick<UserInfo, 'passwordExpired' | 'secondFactorMissing'>

const readStaff = async (needs: Needs, person: Staff, requiredSteps: RequiredSteps): Promise<Omit<UserInfo, 'account'> | null> => {
  const user = await findStaffUser(needs.database, person.userId)
  if (!user) return null
  // Old programs read the area of a CenterAdmin, which is the area of the centre.
  const own = await listOwnCentres(
    needs.database,
    person.roles.flatMap(({ center }) => center ?? []),
  )
  const areas = new Map(own.map(({ code, geotreeid }) => [code, geotreeid]))
  const choice = own.length > 1 && {
    centres: own.map(({ code, name }) => ({ code, name })),
    ...(person.centre !== undefined && { centre: person.centre }),
  }
  const roles = person.roles.map(({ role, center, areaid = center && areas.get(center) }) => ({
    role,
    ...(center && { center }),
    ...(areaid && { areaid }),
  }))
  const { language: lang, ...names } = user
  return { ...names, username: user.email, roles, ...choice, ...requiredSteps, mode: 'user', lang, ...buildVersions(needs) }
}

/** A guardian, with the patient for whom the session acts. Studies are for the patient alone. */
const readGuardian = async (
  needs: Needs,
  { guardianId, child, own: ownPatient }: Guardian,
  { session, passwordExpired }: UserInfoRequest,
): Promise<Omit<UserInfo, 'account'> | null> => {
  const [own] = await needs.database<
    { contact: string; lang: UserInfo['lang'] }[]
  >`SELECT contact, lang FROM find_guardian_contact(${guardianId})`
  if (!own) return null
  const context = child && session && ({ kind: 'child', childId: child.patientId, session } as const)
  const shown =
    context &&
    (await withTransaction(
      needs.database,
      { actor: `guardian ${guardianId}`, source: 'patient', scope: context },
      (tx) => findOwnPatient(tx, context.childId),
      'read only',
    ))
  const readShown = ({ name, surname, centre, email: _email, lang: _lang, ...extras }: NonNullable<typeof shown>) => ({
    name,
    surname,
    patientCentre: centre,
    patient: { ...extras, studi_attesa: [] },
  })
  return {
    name: '',
    surname: '',
    username: own.contact,
    email: own.contact.includes('@') ? own.contact : null,
    roles: [],
    passwordExpired,
    mode: 'patient',
    lang: own.lang,
    actingFor: child?.record ?? null,
    ...(ownPatient !== undefined && { ownPatient: true as const }),
    ...buildVersions(needs),
    ...(shown && readShown(shown)),
  }
}

/** Reads the patient's own rows under row security. */
const readPatient = async (
  needs: Needs,
  { patientId, guardianId }: Patient,
  passwordExpired: boolean,
): Promise<Omit<UserInfo, 'account'> | null> => {
  const today = formatItalianDay(needs.clock())
  const scope = { kind: 'patient', patientId } as const
  const found = await withTransaction(
    needs.database,
    { actor: `patient ${patientId}`, source: 'patient', scope },
    async (tx) => ({ row: await findOwnPatient(tx, patientId), invitations: await listInvitations(tx, patientId, today) }),
    'read only',
  )
  const { row, invitations } = found
  if (!row) return null
  const { name, surname, email, lang, centre: patientCentre, ...extras } = row
  const username = (row.login_mode === 'Email' ? email : `${row.mobile_prefix}${row.mobile}`) ?? ''
  return {
    name,
    surname,
    username,
    email,
    roles: [],
    passwordExpired,
    patientCentre,
    mode: 'patient',
    lang,
    ...(guardianId !== undefined && { actingFor: null, ownPatient: true as const }),
    ...buildVersions(needs),
    patient: { ...extras, studi_attesa: invitations },
  }
}
