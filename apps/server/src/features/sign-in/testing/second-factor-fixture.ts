import { generateSync } from 'otplib'
import type { Client } from '../../../testing/client.ts'
import { createSignInFixture, staffPassword, type SignInFixture } from './sign-in-fixture.ts'

export type EnrolledStaff = {
  readonly browser: Client
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  readonly accountId: number
}

/** A sign-in fixture whose staff can have an authenticator app on the fixture's clock. */
export type SecondFactorFixture = AsyncDisposable & {
  readonly signIn: SignInFixture
  /** Moves the clock to the middle of a code's 30 seconds. */
  advanceClock(ms: number): void
  /** Generates the current code of the app, or a code some steps later. */
  generateCode(secret: string, stepsAhead?: number): string
  login(browser: Client, username: string, otp?: string, password?: string): Promise<Readonly<Record<string, unknown>>>
  /** Creates a staff user with an app and advances the clock by two steps, so the next code is new. */
  enrol(email: string): Promise<EnrolledStaff>
}

export const createSecondFactorFixture = async (): Promise<SecondFactorFixture> => {
  const signIn = await createSignInFixture()
  const advanceClock = (ms: number): void => {
    const toMiddle = 15_000 - ((signIn.now() + ms) % 30_000)
    signIn.advanceClock(ms + (toMiddle < 0 ? toMiddle + 30_000 : toMiddle))
  }
  advanceClock(0)
  const generateCode: SecondFactorFixture['generateCode'] = (secret, stepsAhead = 0) =>
    generateSync({ secret, epoch: Math.floor(signIn.now() / 1000) + stepsAhead * 30 })
  const login: SecondFactorFixture['login'] = (browser, username, otp, password = staffPassword) =>
    browser.call('/login', { json: { username, password, lang: 'it', ...(otp !== undefined && { otp }) } })
  return {
    signIn,
    advanceClock,
    generateCode,
    login,
    enrol: async (email) => {
      const { accountId } = await signIn.staff(email)
      const browser = signIn.browser('staff')
      await login(browser, email)
      const { secret } = await browser.api.secondFactor.begin.mutate({})
      const { recoveryCodes } = await browser.api.secondFactor.confirm.mutate({ otp: generateCode(secret) })
      advanceClock(60_000)
      return { browser, secret, recoveryCodes, accountId }
    },
    [Symbol.asyncDispose]: () => signIn[Symbol.asyncDispose](),
  }
}

export const errorWithCode = (code: string) => ({ data: { detail: { code } } })
