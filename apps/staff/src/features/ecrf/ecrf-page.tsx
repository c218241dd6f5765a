import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { NewPatientForm } from './new-patient-form.tsx'
import { PatientPicker } from './patient-picker.tsx'
import { RecordPage } from './record-page.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The code of the patient whose record another page opens. It is passed outside the address. */
    readonly record?: string
  }
}

type View =
  | { readonly kind: 'picker'; readonly registered?: readonly string[] }
  | { readonly kind: 'new' }
  | { readonly kind: 'record'; readonly code: string }

/** The e-CRF of a centre: picker, new patient, or one record (REQ-CRF-06). The code of a patient is never part of the address. */
export const EcrfPage = () => {
  const wanted = useLocation({ select: ({ state }) => state.record })
  const [view, setView] = useState<View>(wanted === undefined ? { kind: 'picker' } : { kind: 'record', code: wanted })
  if (view.kind === 'new')
    return (
      <NewPatientForm onRegistered={(registered) => setView({ kind: 'picker', registered })} onCancel={() => setView({ kind: 'picker' })} />
    )
  if (view.kind === 'record')
    return (
      <Suspense fallback={<BlockSkeleton height={480} />}>
        <RecordPage key={view.code} code={view.code} onClose={() => setView({ kind: 'picker' })} />
      </Suspense>
    )
  return (
    <PatientPicker
      registered={view.registered}
      onOpen={(code) => setView({ kind: 'record', code })}
      onNew={() => setView({ kind: 'new' })}
    />
  )
}
