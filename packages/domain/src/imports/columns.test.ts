import { expect, test } from 'vitest'
import { medicalFields } from '../fields/dictionary.ts'
import { blockColumns, registrationColumns, requiredRegistrationColumns, type BlockCommand, type ColumnUse } from './columns.ts'

const namesOf = (command: BlockCommand, use: ColumnUse): readonly string[] =>
  blockColumns[command].filter((column) => column.use === use).map(({ field }) => field.name)

test('a file of new patients has the columns of D4, and four that it cannot do without', () => {
  expect(registrationColumns.join(' ')).toBe('CENTER_ID SURNAME NAME LOGIN_MODE EMAIL MOBILE_PREFIX MOBILE C_DB LANG ASKS_TO_RETURN')
  expect(requiredRegistrationColumns.join(' ')).toBe('CENTER_ID SURNAME NAME LOGIN_MODE')
})

test.each<[ColumnUse, string]>([
  ['key', 'CENTER_ID'],
  ['agree', 'center_code SURNAME NAME'],
  ['keep', 'login_mode mobile_prefix mobile email c_db C_DB_P C_DB_M c_s c_extraeu c_p_db c_f C_DB_NO_NOTIFICATION'],
  [
    'store',
    'telephone legal_id DOB SEX CENTER_START lob_nation lob_region address_nation address_area address_town address_street address_zip',
  ],
  ['derived', ''],
])('of a file of personal data the columns to %s are: %s', (use, names) => {
  expect(namesOf('putPersonalData', use).join(' ')).toBe(names)
})

test('a file of medical data finds the patient by the code, stores every field and derives one (RULE-33)', () => {
  expect(blockColumns.putMedicalData[0]?.field.name).toBe('CENTER_ID')
  expect(namesOf('putMedicalData', 'key')).toEqual(['CENTER_ID'])
  expect(namesOf('putMedicalData', 'derived')).toEqual(['COMPLICATIONS_NUM'])
  const stored = medicalFields.map(({ name }) => name).filter((name) => name !== 'COMPLICATIONS_NUM')
  expect(namesOf('putMedicalData', 'store')).toEqual(stored)
  expect([...namesOf('putMedicalData', 'agree'), ...namesOf('putMedicalData', 'keep')]).toEqual([])
})
