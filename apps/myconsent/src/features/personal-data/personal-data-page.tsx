import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { PersonalDataForm } from './personal-data-form.tsx'
import { PersonalDataView } from './personal-data-view.tsx'
import { listOptions, listRegions, referenceQueries } from './reference-lists.ts'

/** The page shows its failures itself. */
export const personalDataQuery = () => trpc.personalData.read.queryOptions(undefined, { meta: { ownFailures: true } })

/** The address says whether the page changes the data, so that Back and reload keep the mode. */
export type PersonalDataSearch = { readonly vista?: 'modifica' }

export const readPersonalDataSearch = ({ vista }: Readonly<Record<string, unknown>>): PersonalDataSearch =>
  vista === 'modifica' ? { vista } : {}

/** A placeholder for the page while its data load. */
export const PersonalDataSkeleton = () => {
  const { t } = useLingui()
  return (
    <>
      <PageHeading title={t`I tuoi dati`} />
      <LinesSkeleton lines={12} />
    </>
  )
}

/** The personal data of the patient: view mode, edit mode, and back to view after a save (REQ-PAT-10). */
export const PersonalDataPage = ({ search }: { readonly search: PersonalDataSearch }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(personalDataQuery())
  const { data: nations } = useSuspenseQuery(referenceQueries.nations())
  const { data: regions } = useSuspenseQuery(referenceQueries.regions())
  const [saved, setSaved] = useState(false)
  const show = (vista: PersonalDataSearch['vista']) => void navigate({ to: '/pdati', search: vista ? { vista } : {} })
  const nationOptions = listOptions(nations, language)
  return (
    <>
      <PageHeading title={t`I tuoi dati`} />
      {search.vista === 'modifica' ? (
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
