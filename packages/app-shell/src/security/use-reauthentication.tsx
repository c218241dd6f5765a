import { type ReactNode, useState } from 'react'
import { toRequestError } from '@registry/ui/request-error.ts'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'

export type Reauthentication = { readonly password?: string }
type Action<T> = (reauthentication: Reauthentication) => Promise<T>
type OpenDialog = { readonly attempt: (password: string) => Promise<string | undefined>; readonly cancel: () => void }
type UseReauthentication = {
  /** The dialog for the password; the screen must render it. */
  readonly dialog: ReactNode
  readonly withReauthentication: <T>(action: Action<T>) => Promise<T | undefined>
}

const getPasswordError = (error: unknown): string | undefined => toRequestError(error).fields['password']

/**
 * Runs actions that can require the password again. `withReauthentication` runs the action without a password
 * first, and asks for it in a dialog when the server requires it. It resolves to undefined when the person cancels.
 */
export const useReauthentication = (): UseReauthentication => {
  const [openDialog, setOpenDialog] = useState<OpenDialog>()

  const askPassword = <T,>(action: Action<T>): Promise<T | undefined> => {
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
    const close = (): void => setOpenDialog(undefined)
    const attempt = async (password: string): Promise<string | undefined> => {
      try {
        resolve(await action({ password }))
      } catch (error) {
        const passwordError = getPasswordError(error)
        const { code, message } = toRequestError(error)
        if (passwordError !== undefined || code === 'too_many_attempts') return passwordError ?? message
        reject(error)
      }
      close()
      return undefined
    }
    const cancel = (): void => {
      close()
      resolve(undefined)
    }
    setOpenDialog({ attempt, cancel })
    return promise
  }

  const withReauthentication = async <T,>(action: Action<T>): Promise<T | undefined> => {
    try {
      return await action({})
    } catch (error) {
      if (getPasswordError(error) === undefined) throw error
      return askPassword(action)
    }
  }

  const dialog = openDialog && <ReauthenticationDialog onAttempt={openDialog.attempt} onCancel={openDialog.cancel} />
  return { dialog, withReauthentication }
}
