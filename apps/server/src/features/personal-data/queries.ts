import { z } from 'zod'
import { PersonalData } from '@registry/api-contract/personal-data'
import type { Transaction } from '@registry/db/transaction'
import type { OwnValues } from '@registry/domain/patient/own-fields'

/**
 * Reads the patient's own data. The version includes the sign-in mode, whose table has no version. With `lock`, other saves wait for the
 * end of the transaction, so the second of two devices gets an error (FAULT-13).
 */
export const findPersonalData = async (
  { sql }: Transaction,
  patientId: number,
  { lock = false } = {},
): Promise<PersonalData | undefined> => {
  const [row] = await sql`
    SELECT i.version::text || '.' || d.version::text || '.' || p.login_mode AS version, i.name, i.surname, d.dob::text AS dob, p.login_mode,
      i.email, i.mobile_prefix, i.mobile, d.telephone, d.legal_id, d.address_nation, d.address_area, d.address_town, d.address_street,
      d.address_zip, d.lob_nation, d.lob_region, coalesce(p.c_db_p, false) AS shared,
      (SELECT coalesce(jsonb_object_agg(place.field, jsonb_build_object('trans_it', r.trans_it, 'trans_en', r.trans_en)), '{}')
        FROM (VALUES ('address_nation', 'svc_nation', d.address_nation), ('address_area', 'svc_region', d.address_area),
          ('lob_nation', 'svc_nation', d.lob_nation), ('lob_region', 'svc_region', d.lob_region)) AS place (field, table_name, id)
        JOIN reference_value AS r ON r.table_name = place.table_name AND r.id = place.id) AS names
    FROM patient p JOIN patient_identity i ON i.patient_id = p.id JOIN patient_personal d ON d.patient_id = p.id
    WHERE p.id = ${patientId} ${lock ? sql`FOR UPDATE` : sql``}`
  return PersonalData.optional().parse(row)
}

const Changed = z.array(z.object({ patient_id: z.number() })).length(1)

/**
 * Writes the patient's own data. Triggers keep the history with the source `patient` (REQ-CRF-03). Row security allows only this patient's
 * rows.
 */
export const updatePersonalData = async (
  { sql }: Transaction,
  patientId: number,
  values: OwnValues,
  { keepsContact }: { readonly keepsContact: boolean },
): Promise<void> => {
  const { login_mode, email, mobile_prefix, mobile, telephone, legal_id, lob_nation, lob_region, ...address } = values
  const setMode = () => sql`UPDATE patient SET login_mode = ${login_mode} WHERE id = ${patientId} AND login_mode <> ${login_mode}`
  // Only a patient who signs in by e-mail can have a number that receives no SMS. The number is never stored with the other mode.
  if (!keepsContact) {
    if (login_mode === 'Email') await setMode()
    Changed.parse(
      await sql`
      UPDATE patient_identity SET email = ${email}, mobile_prefix = ${mobile_prefix}, mobile = ${mobile}
      WHERE patient_id = ${patientId} RETURNING patient_id`,
    )
    if (login_mode !== 'Email') await setMode()
  }
  Changed.parse(
    await sql`
      UPDATE patient_personal SET telephone = ${telephone}, legal_id = ${legal_id}, lob_nation = ${lob_nation}, lob_region = ${lob_region},
        address_nation = ${address.address_nation}, address_area = ${address.address_area}, address_town = ${address.address_town},
        address_street = ${address.address_street}, address_zip = ${address.address_zip}
      WHERE patient_id = ${patientId} RETURNING patient_id`,
  )
}
