import { demoCentres } from '@registry/demo-data/centres'
import { demoGuardianContact } from '@registry/demo-data/guardians'
import { demoCentrePassword, demoPatientPassword, demoStaff, demoStaffPassword } from '@registry/demo-data/staff'

/** The patients that the README names (REQ-OPS-07). */
const patients = [
  ['p1@demo.example', 'code by mail; has given no consent yet'],
  ['p2@demo.example', 'code by mail; has given every consent'],
  ['p3@demo.example', 'code by mail; has given consent to personal data alone'],
  ['p4@demo.example', 'code by mail; has withdrawn the consent to medical data'],
  ['+39 3330000005', 'code by SMS; has given every consent'],
  [demoGuardianContact, 'code by mail; a parent of three patients at RM01 and MI01'],
] as const

const formatLine = (name: string, description: string): string => `    ${name.padEnd(24)} ${description}`

/** The accounts of the demonstration, as lines that it prints at its start (REQ-OPS-07). */
export const listAccountLines = (): string[] => [
  `  Staff, password ${demoStaffPassword}`,
  ...demoStaff.map(({ email, grant }) => formatLine(email, [grant.role, grant.center ?? grant.areaid].join(' of '))),
  `  Patients, password ${demoPatientPassword}`,
  ...patients.map(([contact, what]) => formatLine(contact, what)),
  '  Centres, for their programs (centerCode, centerPwd)',
  ...demoCentres.map(({ code, city }) => formatLine(`${code} (${city})`, demoCentrePassword(code))),
]
