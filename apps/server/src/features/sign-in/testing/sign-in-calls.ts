import type { Client } from '../../../testing/client.ts'
import { patientPassword } from './sign-in-fixture.ts'

/** The fields of a staff sign-in. */
export const login = (username: string, password: string) => ({ json: { username, password, lang: 'it' } })

/** The fields that change a password. */
export const change = (newpassword: string, oldpassword?: string) => ({ json: { newpassword, oldpassword, lang: 'it' } })

/** The fields with which a patient requests a code. */
export const credentials = (username: string, password = patientPassword) => ({ json: { username, password, lang: 'it' } })

/** The fields of a patient's sign-in with a code. */
export const guess = (username: string, otp: string) => ({ json: { username, otp, lang: 'it' } })

/** Returns the signed-in person, or null. */
export const readUser = async (browser: Client): Promise<unknown> =>
  ((await (await browser.get('/get_userinfo')).json()) as { user: unknown }).user
