import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { openedLink } from '../../app/shell.ts'
import { useSignInPrefill } from '../../features/sign-in/sign-in-prefill.ts'
import { OpeningLink } from '../../features/sign-in/opening-link.tsx'
import { PatientSignIn } from '../../features/sign-in/patient-sign-in.tsx'
import { wasOpened } from '../../features/sign-in/sign-in-link.ts'

/** Most visits have no link. */
const OpenLink = lazy(async () => ({ default: (await import('../../features/sign-in/open-link.tsx')).OpenLink }))

/** The page `/loginp`: opens a link that has a secret, else shows the sign-in form. A new password leads directly to its code. */
const PatientSignInPage = () => {
  const prefill = useSignInPrefill()
  if (prefill) return <PatientSignIn contact={prefill.contact} chosenPassword={prefill.password} />
  if (openedLink?.secret === undefined || wasOpened(openedLink.secret))
    return <PatientSignIn {...(openedLink && { contact: openedLink.contact })} />
  return (
    <Suspense fallback={<OpeningLink />}>
      <OpenLink contact={openedLink.contact} secret={openedLink.secret} />
    </Suspense>
  )
}

export const Route = createFileRoute('/_public/loginp')({ codeSplitGroupings: [], component: PatientSignInPage })
