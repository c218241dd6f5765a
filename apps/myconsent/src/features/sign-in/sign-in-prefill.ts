import { useEffect, useState } from 'react'

/** A person who has just chosen a password through a link. Kept in memory only, until the sign-in page shows it. */
type SignInPrefill = { readonly contact: string; readonly password: string }

let announced: SignInPrefill | undefined

export const storeSignInPrefill = (prefill: SignInPrefill): void => {
  announced = prefill
}

/** The announced prefill, for this visit of the page only. Loaders are no place for it: the router shows their previous data first. */
export const useSignInPrefill = (): SignInPrefill | undefined => {
  const [prefill] = useState(() => announced)
  useEffect(() => {
    announced = undefined
  }, [])
  return prefill
}
