import { generateSync } from 'otplib'
import type { Client } from '../../../testing/client.ts'
import { signInKit, staffPassword, type Kit } from './kit.ts'

export type Enrolled = {
  readonly browser: Client
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  readonly accountId: number
}

/** A sign-in kit with staff who have an authenticator app, which tells the time by the kit's clock. */
export type CodeKit = AsyncDisposable & {
  readonly kit: Kit
  /** Moves the clock, to the middle of a code's 30 seconds. */
  pass(ms: number): void
  /** What the app shows now, or so many steps later. */
  codeOf(secret: string, stepsAhead?: number): string
  login(browser: Client, username: string, otp?: string, password?: string): Promise<Readonly<Record<string, unknown>>>
  /** A staff user who signed in and added an app; two steps later, so that its next code is a new one. */
  enrolled(email: string): Promise<Enrolled>
}

export const codeKit = async (): Promise<CodeKit> => {
  const kit = await signInKit()
  let ahead = 0
  const pass = (ms: number): void => {
    const toMiddle = 15_000 - ((Date.now() + ahead + ms) % 30_000)
    const further = ms + (toMiddle < 0 ? toMiddle + 30_000 : toMiddle)
    ahead += further
    kit.pass(further)
  }
  pass(0)
  const codeOf: CodeKit['codeOf'] = (secret, stepsAhead = 0) =>
    generateSync({ secret, epoch: Math.floor((Date.now() + ahead) / 1000) + stepsAhead * 30 })
  const login: CodeKit['login'] = (browser, username, otp, password = staffPassword) =>
    browser.ask('/login', { json: { username, password, lang: 'it', ...(otp !== undefined && { otp }) } })
  return {
    kit,
    pass,
    codeOf,
    login,
    enrolled: async (email) => {
      const { accountId } = await kit.staff(email)
      const browser = kit.browser('staff')
      await login(browser, email)
      const { secret } = await browser.api.secondFactor.begin.mutate({})
      const { recoveryCodes } = await browser.api.secondFactor.confirm.mutate({ otp: codeOf(secret) })
      pass(60_000)
      return { browser, secret, recoveryCodes, accountId }
    },
    [Symbol.asyncDispose]: () => kit[Symbol.asyncDispose](),
  }
}

export const errorWithCode = (code: string) => ({ data: { detail: { code } } })

export const userOf = async (browser: Client): Promise<unknown> =>
  ((await (await browser.get('/get_userinfo')).json()) as { user: unknown }).user
