import { demoCentres } from '@registry/demo-data/centres'
import { demoCentrePassword, demoPatientPassword, demoStaff, demoStaffPassword } from '@registry/demo-data/staff'

/** The patients that D20 names; the others have no contact that anybody knows. */
const patients = [
  ['p1@demo.example', 'code by mail; has given no consent yet'],
  ['p2@demo.example', 'code by mail; has given every consent'],
  ['p3@demo.example', 'code by mail; has given consent to personal data alone'],
  ['p4@demo.example', 'code by mail; has withdrawn the consent to medical data'],
  ['+39 3330000005', 'code by SMS; has given every consent'],
] as const

const line = (name: string, what: string): string => `    ${name.padEnd(24)} ${what}`

/** Who can sign in to the demonstration (D20), as it is printed at its start. */
export const accountLines = (): string[] => [
  `  Staff, password ${demoStaffPassword}`,
  ...demoStaff.map(({ email, grant }) => line(email, [grant.role, grant.center ?? grant.areaid].join(' of '))),
  `  Patients, password ${demoPatientPassword}`,
  ...patients.map(([contact, what]) => line(contact, what)),
  '  Centres, for their programs (centerCode, centerPwd)',
  ...demoCentres.map(({ code, city }) => line(`${code} (${city})`, demoCentrePassword(code))),
]
