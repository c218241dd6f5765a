import type { GuardianKind } from '@registry/domain/guardians/kinds'
import type { Role } from '@registry/domain/access/roles'
import { sf36Questions } from '@registry/domain/sf36/structure'
import type { Database, Queries } from '../connect.ts'

const actor = 'fixture'

/** Creates a centre in a region of the seeded geotree, by default Lazio. */
export const makeCentre = async (owner: Database, code: string, region = 'ITI4'): Promise<string> => {
  await owner`INSERT INTO centre (code, name, geotreeid, city) VALUES (${code}, ${`Centro ${code}`}, ${region}, 'Roma')`
  return code
}

export type StaffGrant = { readonly role: Role; readonly areaid?: string; readonly center?: string }
export type StaffFixture = { readonly userId: number; readonly accountId: number; readonly email: string }

/** Creates a staff user with roles and an account. `passwordHash` is stored unchanged. */
export const makeStaff = async (
  owner: Database,
  email: string,
  grants: readonly StaffGrant[],
  passwordHash: string | null = null,
): Promise<StaffFixture> => {
  const [user] = await owner<{ id: number }[]>`INSERT INTO staff_user (email, name, surname) VALUES (${email}, 'Ada', 'ROSSI') RETURNING id`
  if (!user) throw new Error('No staff user was created')
  for (const { role, areaid = null, center = null } of grants) {
    await owner`INSERT INTO staff_role (user_id, role, areaid, center) VALUES (${user.id}, ${role}, ${areaid}, ${center})`
  }
  const accountId = await makeAccount(owner, { staffUserId: user.id }, passwordHash)
  return { userId: user.id, accountId, email }
}

const makeAccount = async (
  owner: Queries,
  person: { staffUserId?: number; patientId?: number },
  passwordHash: string | null,
): Promise<number> => {
  const [account] = await owner<{ id: number }[]>`
    INSERT INTO account (staff_user_id, patient_id, password_hash, password_changed_at)
    VALUES (${person.staffUserId ?? null}, ${person.patientId ?? null}, ${passwordHash}, CASE WHEN ${passwordHash}::text IS NULL THEN NULL ELSE now() END)
    RETURNING id`
  if (!account) throw new Error('No account was created')
  return account.id
}

export type PatientOptions = {
  readonly centre: string
  readonly centrePatientCode: string
  readonly surname?: string
  readonly name?: string
  /** The sign-in contact. The default is an address made of the code. */
  readonly email?: string
  readonly mobile?: string
  readonly passwordHash?: string | null
  /** The patient's answers to the consent questions. */
  readonly consents?: Readonly<Record<string, boolean | number>>
  /** Values of the sections by column. */
  readonly personal?: Readonly<Record<string, unknown>>
  readonly medical?: Readonly<Record<string, unknown>>
}
export type PatientFixture = { readonly id: number; readonly accountId: number; readonly subject: string }

export const allConsents = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: true, C_P_DB: true, C_F: true, C_INCIDENTAL: 1 } as const

/** Records the newest documents as sent to a patient in Italian, like MyConsent on its page of consents for an adult. */
export const sendDocuments = async (owner: Queries, subject: string): Promise<void> => {
  await owner`
    INSERT INTO consent_document_sent (subject, client, kind, version, language)
    SELECT ${subject}, 'myconsent', kind, max(version), 'it' FROM consent_document
    WHERE kind NOT IN ('assent_child', 'assent_adolescent') GROUP BY kind ORDER BY kind`
}

/** Writes a patient's answers to the newest document in Italian. */
export const giveConsents = async (owner: Queries, subject: string, answers: Readonly<Record<string, boolean | number>>): Promise<void> => {
  await sendDocuments(owner, subject)
  for (const [field, answer] of Object.entries(answers)) {
    await owner`
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
      SELECT ${subject}, ${field}, ${JSON.stringify(answer)}, 'consents', newest.consents, 'it', 'myconsent', newest.information, newest.preliminary, 'patient', 'patient'
      FROM (
        SELECT max(version) FILTER (WHERE kind = 'consents') AS consents, max(version) FILTER (WHERE kind = 'information') AS information,
          max(version) FILTER (WHERE kind = 'preliminary') AS preliminary
        FROM consent_document) AS newest`
  }
}

/** Creates a patient with identity, account, consents and values. */
export const makePatient = async (owner: Database, options: PatientOptions): Promise<PatientFixture> =>
  owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', ${actor}, true), set_config('app.source', 'system', true)`
    const [made] = await sql<{ id: number; subject: string }[]>`
      INSERT INTO patient (centre_code, login_mode) VALUES (${options.centre}, ${options.mobile ? 'Mobile' : 'Email'})
      RETURNING id, consent_subject AS subject`
    if (!made) throw new Error('No patient was created')
    await sql`
      INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email, mobile_prefix, mobile)
      VALUES (${made.id}, ${options.centre}, ${options.centrePatientCode}, ${options.surname ?? 'BIANCHI'}, ${options.name ?? 'LUCA'},
        ${options.email ?? (options.mobile ? null : `${options.centrePatientCode.toLowerCase()}@example.org`)}, ${options.mobile ? '+39' : null}, ${options.mobile ?? null})`
    // Before the birth date, because a minor's own Yes opens nothing.
    if (options.consents) await giveConsents(sql, made.subject, options.consents)
    if (options.personal) await sql`UPDATE patient_personal SET ${sql(options.personal)} WHERE patient_id = ${made.id}`
    if (options.medical) await sql`UPDATE patient_medical SET ${sql(options.medical)} WHERE patient_id = ${made.id}`
    const accountId = await makeAccount(sql, { patientId: made.id }, options.passwordHash ?? null)
    return { ...made, accountId }
  })

/** Creates many patients of a centre, P1 and so on, with the same answers and without accounts. */
export const makePatients = async (
  owner: Database,
  { centre, count, consents }: { readonly centre: string; readonly count: number; readonly consents: PatientOptions['consents'] },
): Promise<void> => {
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', ${actor}, true), set_config('app.source', 'system', true)`
    const made = await sql<{ id: number; subject: string }[]>`
      INSERT INTO patient (centre_code, login_mode) SELECT ${centre}, 'Email' FROM generate_series(1, ${count})
      RETURNING id, consent_subject AS subject`
    await sql`
      INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email)
      SELECT id, ${centre}, 'P' || n, 'BIANCHI', 'LUCA', 'p' || n || '@example.org'
      FROM unnest(${made.map(({ id }) => id)}::int[]) WITH ORDINALITY AS made (id, n)`
    const [first, ...others] = made.map(({ subject }) => subject)
    if (first === undefined) return
    await giveConsents(sql, first, consents ?? {})
    await sql`
      INSERT INTO consent_document_sent (subject, client, kind, version, language)
      SELECT other, s.client, s.kind, s.version, s.language
      FROM unnest(${others}::uuid[]) AS other CROSS JOIN consent_document_sent AS s WHERE s.subject = ${first}`
    await sql`
      INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, preliminary_version, channel, actor)
      SELECT other, e.field, e.answer, e.kind, e.version, e.language, e.client, e.information_version, e.preliminary_version, e.channel, e.actor
      FROM unnest(${others}::uuid[]) AS other CROSS JOIN consent_event AS e WHERE e.subject = ${first}`
  })
}

/** Answers to the 11 items of the SF-36, each with the first option. */
export const firstSf36Options: readonly (number | readonly number[])[] = sf36Questions.map(({ type, items }) =>
  type === 'multi' ? items.map(() => 1) : 1,
)

/** Stores a filled SF-36 of a patient, as the owner. */
export const fillSf36 = async (owner: Queries, patientId: number): Promise<void> => {
  await owner`
    INSERT INTO sf36_response (patient_id, key, version, language, answers)
    SELECT ${patientId}, gen_random_uuid(), max(version), 'it', ${JSON.stringify(firstSf36Options)} FROM sf36_version WHERE published_at IS NOT NULL AND scoring = 'sf36'`
}

export type GuardianshipOptions = {
  readonly patientId: number
  readonly centre: string
  readonly contact: string
  readonly kind?: GuardianKind
  readonly mustSign?: boolean
  readonly birthDate?: string | null
  /** Whether the guardian has a password and accepted. The default is an invitation. */
  readonly accepted?: boolean
}
export type GuardianshipFixture = { readonly id: number; readonly guardianId: number; readonly accountId: number }

/** Adds a guardian of a patient, by default a support administrator, who needs no birth date. */
export const makeGuardianship = async (owner: Queries, options: GuardianshipOptions): Promise<GuardianshipFixture> => {
  const { patientId, centre, contact, kind = 'SUPPORT_ALONE', mustSign = true, birthDate = null, accepted = false } = options
  const [added] = await owner<{ id: number; guardianId: number }[]>`
    SELECT added.guardianship_id AS id, added.guardian_id AS "guardianId"
    FROM set_config('app.actor', ${actor}, true), set_config('app.centre', ${centre}, true) AS context (centre) CROSS JOIN LATERAL
      add_guardian(${patientId}, ${kind}, ${mustSign}, NULL, 'ID_SEEN', ${birthDate}, NULL, 'VERDI', 'ANNA', 'Email', ${contact}, left('it' || context.centre, 2)) AS added`
  const [account] = await owner<{ id: number }[]>`SELECT id FROM account WHERE guardian_id = ${added?.guardianId ?? 0}`
  if (!added || !account) throw new Error('No guardian was created')
  if (accepted)
    await owner`UPDATE account SET password_hash = 'x', password_changed_at = now() WHERE id = ${account.id} AND password_hash IS NULL`
  return { ...added, accountId: account.id }
}

export type ResultFixture = { readonly analyte?: string; readonly takenOn: string; readonly value: number; readonly unit?: string }

/** Adds dated results of a patient, recorded in their order, without computing statistics. */
export const makeResults = async (owner: Database, patientId: number, results: readonly ResultFixture[]): Promise<void> => {
  for (const { analyte = 'FERRITIN', takenOn, value, unit = 'ng/mL' } of results)
    await owner`
      INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_by)
      SELECT id, centre_code, ${analyte}, ${takenOn}, ${value}, ${unit}, ${value}, 'form', ${actor} FROM patient WHERE id = ${patientId}`
}
