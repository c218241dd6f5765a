import { type ReactNode, useState } from 'react'
import { toRequestError } from '@registry/ui/request-error.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'

export type Reauthentication = { readonly password?: string }
type Step<T> = (proof: Reauthentication) => Promise<T>
type Asked = { readonly attempt: (password: string) => Promise<string | undefined>; readonly giveUp: () => void }

/** What the server says about the password, if it is the password that it wants or refuses. */
const aboutPassword = (error: unknown): string | undefined => toRequestError(error).fields['password']

/**
 * Steps that want the password again when the last proof is old, or always (D6): `withReauthentication` asks for it where the server does,
 * in a dialog that must stand in the page. It answers undefined when the person gives up.
 */
export const useReauthentication = (): {
  readonly dialog: ReactNode
  readonly withReauthentication: <T>(step: Step<T>) => Promise<T | undefined>
} => {
  const [asked, setAsked] = useState<Asked>()

  const ask = <T,>(step: Step<T>): Promise<T | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
    const close = (): void => setAsked(undefined)
    const attempt = async (password: string): Promise<string | undefined> => {
      try {
        resolve(await step({ password }))
      } catch (error) {
        const wrong = aboutPassword(error)
        if (wrong !== undefined || toRequestError(error).code === 'too_many_tries') return wrong ?? toRequestError(error).message
        reject(error)
      }
      close()
      return undefined
    }
    const giveUp = (): void => {
      close()
      resolve(undefined)
    }
    setAsked({ attempt, giveUp })
    return promise
  }

  const withReauthentication = async <T,>(step: Step<T>): Promise<T | undefined> => {
    try {
      return await step({})
    } catch (error) {
      if (aboutPassword(error) === undefined) throw error
      return ask(step)
    }
  }

  return { dialog: asked && <ReauthenticationDialog onAttempt={asked.attempt} onGiveUp={asked.giveUp} />, withReauthentication }
}
