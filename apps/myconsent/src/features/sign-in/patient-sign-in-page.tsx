import { lazy, Suspense } from 'react'
import { OpeningLink } from './opening-link.tsx'
import { PatientSignIn } from './patient-sign-in.tsx'
import type { SignInPrefill } from './sign-in-prefill.ts'
import { type SignInLink, wasOpened } from './sign-in-link.ts'

/** Most visits have no link. */
const OpenLink = lazy(async () => ({ default: (await import('./open-link.tsx')).OpenLink }))

type Props = { readonly link: SignInLink | undefined; readonly prefill: SignInPrefill | undefined }

/** The page `/loginp`: opens a link that has a secret, else shows the sign-in form. A new password leads directly to its code. */
export const PatientSignInPage = ({ link, prefill }: Props) => {
  if (prefill) return <PatientSignIn contact={prefill.contact} chosenPassword={prefill.password} />
  if (link?.secret === undefined || wasOpened(link.secret)) return <PatientSignIn {...(link && { contact: link.contact })} />
  return (
    <Suspense fallback={<OpeningLink />}>
      <OpenLink contact={link.contact} secret={link.secret} />
    </Suspense>
  )
}
