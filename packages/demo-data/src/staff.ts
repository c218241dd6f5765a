import type { RoleGrant } from '@registry/domain/access/roles'

const demoStaffEmails = [
  'ga@demo.example',
  'ua@demo.example',
  'dm@demo.example',
  'ca.rm01@demo.example',
  'ca.mi01@demo.example',
  'ca2.rm01@demo.example',
] as const
export type StaffEmail = (typeof demoStaffEmails)[number]

type DemoStaff = { readonly email: StaffEmail; readonly name: string; readonly surname: string; readonly grant: RoleGrant }

/** The staff accounts (REQ-OPS-07). The area `W` is the whole world. */
export const demoStaff: readonly DemoStaff[] = [
  { email: 'ga@demo.example', name: 'Gaia', surname: 'Amati', grant: { role: 'GlobalAdmin', areaid: 'W' } },
  { email: 'ua@demo.example', name: 'Ugo', surname: 'Astori', grant: { role: 'UserAdmin', areaid: 'IT' } },
  { email: 'dm@demo.example', name: 'Dora', surname: 'Manzi', grant: { role: 'DataManager', areaid: 'IT' } },
  { email: 'ca.rm01@demo.example', name: 'Carlo', surname: 'Romagnoli', grant: { role: 'CenterAdmin', center: 'RM01' } },
  { email: 'ca.mi01@demo.example', name: 'Camilla', surname: 'Milanesi', grant: { role: 'CenterAdmin', center: 'MI01' } },
  { email: 'ca2.rm01@demo.example', name: 'Cecilia', surname: 'Colonna', grant: { role: 'CenterAdmin', center: 'RM01' } },
]

export const demoStaffPassword = 'Thal-Demo-2026-staff'
export const demoPatientPassword = 'Thal-Demo-2026-patient'
export const demoCentrePassword = (centreCode: string): string => `Thal-Demo-2026-${centreCode}`
