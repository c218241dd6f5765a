import { expect, test } from 'vitest'
import { medicalFields } from '../fields/dictionary.ts'
import { dataDomainColumns, registrationColumns, requiredRegistrationColumns, type DataDomainCommand, type ColumnUse } from './columns.ts'

const listNames = (command: DataDomainCommand, use: ColumnUse): readonly string[] =>
  dataDomainColumns[command].filter((column) => column.use === use).map(({ field }) => field.name)

test('a file of new patients has ten columns, four of them required (REQ-IMP-07)', () => {
  expect(registrationColumns.join(' ')).toBe(
    'CENTER_ID SURNAME NAME LOGIN_MODE EMAIL MOBILE_PREFIX MOBILE C_DB LANG ASKS_TO_RETURN BIRTH_DATE GUARDIAN_SURNAME GUARDIAN_NAME GUARDIAN_EMAIL GUARDIAN_MOBILE',
  )
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
])('the %s columns of a file of personal data are: %s', (use, names) => {
  expect(listNames('putPersonalData', use).join(' ')).toBe(names)
})

test('a file of medical data has CENTER_ID as key, stores all fields and derives one (RULE-33)', () => {
  expect(dataDomainColumns.putMedicalData[0]?.field.name).toBe('CENTER_ID')
  expect(listNames('putMedicalData', 'key')).toEqual(['CENTER_ID'])
  expect(listNames('putMedicalData', 'derived')).toEqual(['COMPLICATIONS_NUM'])
  const stored = medicalFields.map(({ name }) => name).filter((name) => name !== 'COMPLICATIONS_NUM')
  expect(listNames('putMedicalData', 'store')).toEqual(stored)
  expect([...listNames('putMedicalData', 'agree'), ...listNames('putMedicalData', 'keep')]).toEqual([])
})
