import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { NewPatientForm } from './new-patient-form.tsx'
import { PatientPicker } from './patient-picker.tsx'

type View = { readonly kind: 'picker'; readonly registered?: readonly string[] } | { readonly kind: 'new' }

/** The e-CRF of a centre: the list of patients, or a new patient (REQ-CRF-06). A record has an address of its own. */
export const EcrfPage = () => {
  const router = useRouter()
  // Who reads the list opens a record next. If the code does not arrive, the record requests it again.
  useEffect(() => void router.loadRouteChunk(router.routesByPath['/ecrf/$record'])?.catch(() => undefined), [router])
  const [view, setView] = useState<View>({ kind: 'picker' })
  return view.kind === 'new' ? (
    <NewPatientForm onRegistered={(registered) => setView({ kind: 'picker', registered })} onCancel={() => setView({ kind: 'picker' })} />
  ) : (
    <PatientPicker registered={view.registered} onNew={() => setView({ kind: 'new' })} />
  )
}
