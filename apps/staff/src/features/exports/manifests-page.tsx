import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import layout from '../../layout/layout.module.css'
import { ManifestDialog } from './manifest-dialog.tsx'
import { ManifestForm } from './manifest-form.tsx'
import { ManifestList } from './manifest-list.tsx'
import type { ManifestAddress } from './manifests-route.ts'

/** The exports: a search form, the exports found, and one manifest (REQ-EXP-10). */
export const ManifestsPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const address: ManifestAddress = useSearch({ strict: false })
  const { manifesto: opened, ...search } = address
  const open = (id: string | undefined): void =>
    void navigate({
      to: '.',
      search: { ...search, ...(id !== undefined && { manifesto: id }) },
      replace: id === undefined,
      resetScroll: false,
    })
  return (
    <>
      <PageHeading
        title={t`Esportazioni`}
        lead={t`Ogni esportazione ha un manifesto: chi, che cosa, quando, e l’impronta del file. Nessuno può cambiarlo.`}
      />
      <div className={layout.page}>
        <ManifestForm key={JSON.stringify(search)} address={search} onSearch={(next) => void navigate({ to: '.', search: next })} />
        <ManifestList address={search} onOpen={open} />
      </div>
      {opened !== undefined && <ManifestDialog id={opened} onClose={() => open(undefined)} />}
    </>
  )
}
