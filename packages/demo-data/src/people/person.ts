import type { PatientFieldName } from '@registry/domain/fields/dictionary'
import type { Trajectory } from '../clinical/trajectory.ts'
import type { Random } from '../random.ts'
import { parseDay, formatDay } from '../calendar.ts'
import { fiscalCode } from './fiscal-code.ts'
import { namesByOrigin } from './names.ts'
import { countriesByOrigin, sampleBirthRegion, sampleHomeRegion, streets, sampleTown } from './places.ts'

/** The identity of a patient, as the centre registered it. */
export type Identity = {
  readonly centrePatientCode: string
  readonly surname: string
  readonly name: string
  readonly loginMode: 'Email' | 'Mobile'
  readonly email: string | undefined
  readonly mobile: { readonly prefix: string; readonly number: string } | undefined
  readonly language: 'it' | 'en'
}

/** Personal data by field name, without the identity. */
export type Personal = { readonly [name in PatientFieldName]?: string }

type Birthplace = { readonly cadastral: string; readonly values: Personal }

const sampleBirthplace = (random: Random, trajectory: Trajectory): Birthplace => {
  if (trajectory.origin !== 'italian' && (trajectory.age > 22 || random.chance(0.25))) {
    const { nation, cadastral } = random.weighted(countriesByOrigin[trajectory.origin])
    return { cadastral, values: { lob_nation: nation } }
  }
  const region = sampleBirthRegion(random, trajectory.centre.region)
  return { cadastral: sampleTown(random, region).cadastral, values: { lob_nation: 'IT', lob_region: region } }
}

const sampleHome = (random: Random, trajectory: Trajectory): Personal => {
  const region = sampleHomeRegion(random, trajectory.centre.region)
  const town = sampleTown(random, region)
  return {
    address_nation: 'IT',
    address_area: region,
    address_town: town.name,
    address_street: `${random.pick(streets)} ${random.whole(1, 180)}`,
    address_zip: town.zip,
  }
}

/** Returns an unassigned mobile number: 333 and a running number from 0000001. The fifth is the published one. */
const formatMobile = (index: number) => String(3_330_000_001 + index)

const toAsciiWord = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** p1 to p4 sign in by e-mail, p5 by mobile (REQ-OPS-07). The sample comes first, so that each patient uses equally many numbers. */
const sampleLoginMode = (random: Random, index: number): Identity['loginMode'] => {
  const byMail = random.chance(0.68)
  if (index < 4) return 'Email'
  return index > 4 && byMail ? 'Email' : 'Mobile'
}

const formatEmail = (index: number, name: string, surname: string) =>
  index < 4 ? `p${index + 1}@demo.example` : `${toAsciiWord(name)}.${toAsciiWord(surname)}.${index + 1}@demo.example`

export const sampleIdentity = (random: Random, trajectory: Trajectory, index: number, number: number): Identity => {
  const names = namesByOrigin[trajectory.origin]
  const surname = random.pick(names.surnames)
  const name = random.pick(trajectory.sex === 'F' ? names.female : names.male)
  const loginMode = sampleLoginMode(random, index)
  const hasMail = loginMode === 'Email' || random.chance(0.4)
  const hasMobile = loginMode === 'Mobile' || random.chance(0.45)
  return {
    centrePatientCode: `${trajectory.centre.code}-${String(number).padStart(5, '0')}`,
    surname,
    name,
    loginMode,
    email: hasMail ? formatEmail(index, name, surname) : undefined,
    mobile: hasMobile ? { prefix: '+39', number: formatMobile(index) } : undefined,
    language: trajectory.origin !== 'italian' && random.chance(0.3) ? 'en' : 'it',
  }
}

const landlinePrefixes: Readonly<Record<string, string>> = { R12: '06', R03: '02', R20: '070', R19: '091', R01: '011', R08: '0532' }

/** Samples the personal data. Birth and sex agree with the codice fiscale (RULE-35). */
export const samplePersonal = (random: Random, trajectory: Trajectory, identity: Identity): Personal => {
  const birth = formatDay(trajectory.birth)
  const birthplace = sampleBirthplace(random, trajectory)
  const { surname, name } = identity
  const { sex, centre } = trajectory
  const prefix = landlinePrefixes[centre.region]
  const known = (share: number) => random.chance(share * (0.6 + 0.4 * centre.completeness))
  return {
    DOB: birth,
    SEX: sex,
    ...(known(0.96) ? { CENTER_START: formatDay(trajectory.inCareFrom) } : {}),
    ...(known(0.97) ? birthplace.values : {}),
    ...(known(0.97) ? sampleHome(random, trajectory) : {}),
    ...(trajectory.birth > parseDay('1925-01-01') && known(0.94)
      ? { legal_id: fiscalCode({ surname, name, birth, sex, cadastral: birthplace.cadastral }) }
      : {}),
    ...(prefix && random.chance(0.3) ? { telephone: `${prefix} 5550${String(random.whole(0, 999)).padStart(3, '0')}` } : {}),
  }
}
