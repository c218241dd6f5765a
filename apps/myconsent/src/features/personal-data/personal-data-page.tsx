import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PersonalDataView } from './personal-data-view.tsx'
import { personalDataQueries } from './queries.ts'
import { listOptions, listRegions } from './reference-lists.ts'
import type { PersonalDataSearch } from './search.ts'

/** Its lists and calendars take 35 KB, which reading does not need. */
const PersonalDataForm = lazy(async () => ({ default: (await import('./personal-data-form.tsx')).PersonalDataForm }))

/** The personal data of the patient: view mode, edit mode, and back to view after a save (REQ-PAT-10). */
export const PersonalDataPage = ({ search }: { readonly search: PersonalDataSearch }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(personalDataQueries.own())
  const { data: nations } = useSuspenseQuery(personalDataQueries.nations())
  const { data: regions } = useSuspenseQuery(personalDataQueries.regions())
  const [saved, setSaved] = useState(false)
  const show = (vista: PersonalDataSearch['vista']) => void navigate({ to: '/pdati', search: vista ? { vista } : {} })
  const nationOptions = listOptions(nations, language)
  return (
    <>
      <PageHeading title={t`I tuoi dati`} />
      {search.vista === 'modifica' ? (
        <Suspense fallback={<LinesSkeleton lines={12} />}>
          <PersonalDataForm
            data={data}
            nations={nationOptions}
            listRegions={(nation) => listRegions(regions, nation, language)}
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
          nations={nationOptions}
          regions={listOptions(regions, language)}
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
