import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import { isLegalIdInconsistent } from '../patient/legal-id.ts'
import { rejectNotApplying } from './applies.ts'
import { all, call, is, missing, more, previous, reject, value, warn } from './combinators.ts'
import type { FunctionRule, TreeRule } from './rule.ts'

const italy = 'IT'

/** The conditions of regions read no reference table. */
const buildRegionRule = (region: FieldName): TreeRule => rejectNotApplying('RULE-34', region, 'rule_region_outside_italy', () => [], region)

const buildContactRule = (mode: string, name: FieldName): TreeRule =>
  reject(
    'RULE-37',
    [name, 'login_mode'],
    mode === 'Email' ? 'rule_email_missing' : 'rule_mobile_missing',
    all(is('login_mode', mode), missing(name)),
    name,
  )

const weightChange = call('abs', call('-', 'WEIGHT', previous('WEIGHT')))

/** RULE-34: regions; RULE-37: sign-in contact; RULE-38: change of weight since the last save. */
export const personRules: readonly TreeRule[] = [
  buildRegionRule('lob_region'),
  buildRegionRule('address_area'),
  buildContactRule('Email', 'email'),
  buildContactRule('Mobile', 'mobile'),
  buildContactRule('Mobile', 'mobile_prefix'),
  warn('RULE-38', ['WEIGHT'], 'rule_weight_jump', more(weightChange, call('*', value(0.2), previous('WEIGHT')))),
]

const readText = (record: PatientRecord, name: FieldName): string | null => {
  const text = record[name]
  return typeof text === 'string' ? text : null
}

const isItalianPostcode = (text: string): boolean => /^\d{5}$/.test(text)

/** Rules that read parts of a text: the Italian postcode (RULE-34), and birth and sex in the tax code (RULE-35). */
export const personFunctions: readonly FunctionRule[] = [
  {
    id: 'RULE-34',
    key: 'RULE-34.address_zip',
    severity: 'error',
    fields: ['address_zip', 'address_nation'],
    text: 'rule_postcode_wrong',
    needs: ['address_zip', 'address_nation'],
    isViolatedBy: (record) => {
      const postcode = readText(record, 'address_zip')
      return postcode !== null && record.address_nation === italy && !isItalianPostcode(postcode)
    },
  },
  {
    id: 'RULE-35',
    key: 'RULE-35.birth',
    severity: 'warning',
    fields: ['legal_id', 'DOB', 'SEX'],
    text: 'rule_legal_id_disagrees',
    needs: ['legal_id', 'DOB', 'SEX'],
    isViolatedBy: (record) => {
      const code = readText(record, 'legal_id')
      return code !== null && isLegalIdInconsistent(code, readText(record, 'DOB'), readText(record, 'SEX'))
    },
  },
]
