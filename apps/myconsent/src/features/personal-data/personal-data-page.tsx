import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PersonalDataHeading } from './personal-data-skeleton.tsx'
import { PersonalDataView } from './personal-data-view.tsx'
import { personalDataQueries } from './queries.ts'
import type { PersonalDataSearch } from './search.ts'

/** Its inputs, and the lists of nations and regions, take 80 KB, which reading does not need. */
const PersonalDataForm = lazy(async () => ({ default: (await import('./personal-data-form.tsx')).PersonalDataForm }))

/** The personal data of the patient: view mode, edit mode, and back to view after a save (REQ-PAT-10). */
export const PersonalDataPage = ({ search }: { readonly search: PersonalDataSearch }) => {
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(personalDataQueries.own())
  const [saved, setSaved] = useState(false)
  const show = (vista: PersonalDataSearch['vista']) => void navigate({ to: '/pdati', search: vista ? { vista } : {} })
  return (
    <>
      <PersonalDataHeading lead={search.vista !== 'modifica'} />
      {search.vista === 'modifica' ? (
        <Suspense fallback={<LinesSkeleton lines={12} />}>
          <PersonalDataForm
            data={data}
            onSaved={() => {
              setSaved(true)
              show(undefined)
            }}
            onBack={() => show(undefined)}
          />
        </Suspense>
      ) : (
        <PersonalDataView
          data={data}
          saved={saved}
          onEdit={() => {
            setSaved(false)
            show('modifica')
          }}
        />
      )}
    </>
  )
}
