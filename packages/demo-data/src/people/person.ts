import type { PatientFieldName } from '@registry/domain/fields/dictionary'
import type { Course } from '../clinical/course.ts'
import type { Random } from '../random.ts'
import { dayOf, isoDay } from '../calendar.ts'
import { fiscalCode } from './fiscal-code.ts'
import { namesOf } from './names.ts'
import { countriesOf, regionOfBirth, regionOfHome, streets, townIn } from './places.ts'

/** The centre's own registration of a patient (D5). */
export type Identity = {
  readonly centerId: string
  readonly surname: string
  readonly name: string
  readonly loginMode: 'Email' | 'Mobile'
  readonly email: string | undefined
  readonly mobile: { readonly prefix: string; readonly number: string } | undefined
  readonly language: 'it' | 'en'
}

/** The personal block without the identity, by field name. */
export type Personal = { readonly [name in PatientFieldName]?: string }

type Birthplace = { readonly cadastral: string; readonly values: Personal }

const birthplaceOf = (random: Random, course: Course): Birthplace => {
  if (course.origin !== 'italian' && (course.age > 22 || random.chance(0.25))) {
    const { nation, cadastral } = random.weighted(countriesOf[course.origin])
    return { cadastral, values: { lob_nation: nation } }
  }
  const region = regionOfBirth(random, course.centre.region)
  return { cadastral: townIn(random, region).cadastral, values: { lob_nation: 'IT', lob_region: region } }
}

const homeOf = (random: Random, course: Course): Personal => {
  const region = regionOfHome(random, course.centre.region)
  const town = townIn(random, region)
  return {
    address_nation: 'IT',
    address_area: region,
    address_town: town.name,
    address_street: `${random.pick(streets)} ${random.whole(1, 180)}`,
    address_zip: town.zip,
  }
}

/** Numbers that no operator has given out: 333 and a running number from 0000001; the fifth is the demo's (D20). */
const mobileNumber = (index: number) => String(3_330_000_001 + index)

const asciiWord = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** Patients who sign in by mail whatever their number would choose: p1 to p4, and by mobile p5 (D20). */
const loginModeOf = (random: Random, index: number): Identity['loginMode'] => {
  const byMail = random.chance(0.68)
  if (index < 4) return 'Email'
  return index > 4 && byMail ? 'Email' : 'Mobile'
}

const emailOf = (index: number, name: string, surname: string) =>
  index < 4 ? `p${index + 1}@demo.example` : `${asciiWord(name)}.${asciiWord(surname)}.${index + 1}@demo.example`

export const identityOf = (random: Random, course: Course, index: number, number: number): Identity => {
  const names = namesOf[course.origin]
  const surname = random.pick(names.surnames)
  const name = random.pick(course.sex === 'F' ? names.female : names.male)
  const loginMode = loginModeOf(random, index)
  const hasMail = loginMode === 'Email' || random.chance(0.4)
  const hasMobile = loginMode === 'Mobile' || random.chance(0.45)
  return {
    centerId: `${course.centre.code}-${String(number).padStart(5, '0')}`,
    surname,
    name,
    loginMode,
    email: hasMail ? emailOf(index, name, surname) : undefined,
    mobile: hasMobile ? { prefix: '+39', number: mobileNumber(index) } : undefined,
    language: course.origin !== 'italian' && random.chance(0.3) ? 'en' : 'it',
  }
}

const landlinePrefixes: Readonly<Record<string, string>> = { R12: '06', R03: '02', R20: '070', R19: '091', R01: '011', R08: '0532' }

/** The personal block; what it says of birth and sex is also inside the codice fiscale (RULE-35). */
export const personalOf = (random: Random, course: Course, identity: Identity): Personal => {
  const birth = isoDay(course.birth)
  const birthplace = birthplaceOf(random, course)
  const { surname, name } = identity
  const { sex, centre } = course
  const prefix = landlinePrefixes[centre.region]
  const known = (share: number) => random.chance(share * (0.6 + 0.4 * centre.completeness))
  return {
    DOB: birth,
    SEX: sex,
    ...(known(0.96) ? { CENTER_START: isoDay(course.inCareFrom) } : {}),
    ...(known(0.97) ? birthplace.values : {}),
    ...(known(0.97) ? homeOf(random, course) : {}),
    ...(course.birth > dayOf('1925-01-01') && known(0.94)
      ? { legal_id: fiscalCode({ surname, name, birth, sex, cadastral: birthplace.cadastral }) }
      : {}),
    ...(prefix && random.chance(0.3) ? { telephone: `${prefix} 5550${String(random.whole(0, 999)).padStart(3, '0')}` } : {}),
  }
}
