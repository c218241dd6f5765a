import type { Caller, Patient, Staff } from '@registry/api-contract/caller'
import { PatientExtras, type UserInfo } from '@registry/api-contract/session'
import { withTransaction } from '@registry/db/transaction'
import type { Language } from '@registry/domain/language'
import type { Deps } from '../../deps.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'

type Needs = Pick<Deps, 'database' | 'version'>
type UserInfoRequest = { readonly person: Staff | Patient; readonly passwordExpired: boolean; readonly secondFactorMissing?: boolean }

/** Reads the data of a person that the client receives. `null` means that the person no longer exists. */
export const readUserInfo = (
  needs: Needs,
  { person, passwordExpired, secondFactorMissing = false }: UserInfoRequest,
): Promise<UserInfo | null> =>
  person.kind === 'staff'
    ? readStaff(needs, person, { passwordExpired, ...(secondFactorMissing && { secondFactorMissing }) })
    : readPatient(needs, person, passwordExpired)

/** Requires the old password, because the current one is known and only too old (THREAT-17). */
export const requireOldPassword = <User extends UserInfo | null>(user: User): User => user && { ...user, asksOldPassword: true }

const contactColumns = ['username', 'email']
const personColumns = ['name', 'surname', ...contactColumns, ...Object.keys(PatientExtras.shape)]

/** Records in the audit log that patients read their own data (REQ-ADM-01). Staff accounts hold no patient data. */
export const recordOwnRead = (caller: Caller, person: Staff | Patient, { restricted = false } = {}): void => {
  if (person.kind === 'patient') caller.recordRead(buildOwnReadTrace(person.patientId, restricted ? contactColumns : personColumns))
}

const buildVersions = ({ version }: Needs) => ({ fe_version: version, be_version: version })

type RequiredSteps = Pick<UserInfo, 'passwordExpired' | 'secondFactorMissing'>

/** Finds the area of each centre in a role, because old programs read the area of a CenterAdmin. */
const findAreasOfCentres = async (needs: Needs, { roles }: Staff): Promise<ReadonlyMap<string, string>> => {
  const centres = roles.flatMap(({ center }) => center ?? [])
  if (centres.length === 0) return new Map()
  const rows = await needs.database<{ code: string; geotreeid: string }[]>`
    SELECT code, geotreeid FROM centre WHERE code = ANY (${centres})`
  return new Map(rows.map(({ code, geotreeid }) => [code, geotreeid]))
}

const readStaff = async (needs: Needs, person: Staff, requiredSteps: RequiredSteps): Promise<UserInfo | null> => {
  const [user] = await needs.database<{ name: string; surname: string; email: string; language: Language }[]>`
    SELECT name, surname, email, language FROM staff_user WHERE id = ${person.userId}`
  if (!user) return null
  const areas = await findAreasOfCentres(needs, person)
  const roles = person.roles.map(({ role, center, areaid = center && areas.get(center) }) => ({
    role,
    ...(center && { center }),
    ...(areaid && { areaid }),
  }))
  const { language: lang, ...names } = user
  return { ...names, username: user.email, roles, ...requiredSteps, mode: 'user', lang, ...buildVersions(needs) }
}

type PatientRow = Omit<PatientExtras, 'studi_attesa'> & { name: string; surname: string; email: string | null; lang: Language }

/** Reads the patient's own rows under row security. */
const readPatient = async (needs: Needs, { patientId }: Patient, passwordExpired: boolean): Promise<UserInfo | null> => {
  const scope = { kind: 'patient', patientId } as const
  const rows = await withTransaction(
    needs.database,
    { actor: `patient ${patientId}`, via: 'patient', scope },
    ({ sql }) => sql<PatientRow[]>`
      SELECT i.name, i.surname, i.email, p.lang, p.login_mode, i.mobile_prefix, i.mobile, d.telephone, d.legal_id,
        d.address_nation, d.address_area, d.address_town, d.address_street, d.address_zip, d.dob, d.lob_nation, d.lob_region,
        p.c_db, p.c_db_p, p.c_db_m, p.c_s, p.c_extraeu, p.c_p_db, p.c_f,
        EXISTS (
          SELECT FROM consent_document c
          WHERE c.kind = 'consents' AND c.needs_new_answer
            AND c.version > (SELECT max(e.version) FROM consent_event e WHERE e.subject = p.consent_subject AND e.kind = 'consents')) AS consents_to_renew
      FROM patient p JOIN patient_identity i ON i.patient_id = p.id LEFT JOIN patient_personal d ON d.patient_id = p.id
      WHERE p.id = ${patientId}`,
    'read only',
  )
  const [row] = rows
  if (!row) return null
  const { name, surname, email, lang, ...extras } = row
  const username = (row.login_mode === 'Email' ? email : `${row.mobile_prefix}${row.mobile}`) ?? ''
  // Clinical studies fill the invitations later (REQ-STU-03).
  return {
    name,
    surname,
    username,
    email,
    roles: [],
    passwordExpired,
    mode: 'patient',
    lang,
    ...buildVersions(needs),
    patient: { ...extras, studi_attesa: [] },
  }
}
