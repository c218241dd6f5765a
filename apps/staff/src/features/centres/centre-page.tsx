import { useLingui } from '@lingui/react/macro'
import type { Centre } from '@registry/api-contract/centres'
import { newCentreCode } from '@registry/domain/centres/form'
import { showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { history, trpc } from '../../app/shell.ts'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import { LastChange } from '../../layout/last-change.tsx'
import layout from '../../layout/layout.module.css'
import { centreAddress, centreListAddress } from './centre-address.ts'
import { CentreActions } from './centre-actions.tsx'
import { CentreForm } from './centre-form.tsx'
import { CentreState } from './centre-state.tsx'
import classes from './centres.module.css'

/** The page of a stored or a new centre. */
export const CentrePage = () => {
  const { t } = useLingui()
  const { centreCode = newCentreCode } = useParams({ strict: false })
  const [saved, setSaved] = useState(false)
  if (centreCode !== newCentreCode) return <StoredCentre key={centreCode} id={centreCode} saved={saved} onSaved={() => setSaved(true)} />
  return (
    <>
      <Breadcrumbs list={centreListAddress} listName={t`Gestione centri`} name={t`Nuovo centro`} />
      <PageHeading title={t`Nuovo centro`} />
      <CentreForm
        onSaved={(centre) => {
          setSaved(true)
          history.replace(centreAddress(centre.id), undefined, { ignoreBlocker: true })
        }}
      />
    </>
  )
}

type StoredProps = { readonly id: string; readonly saved: boolean; readonly onSaved: () => void }

const StoredCentre = ({ id, saved, onSaved }: StoredProps) => {
  const { t } = useLingui()
  const { data: centre } = useSuspenseQuery(trpc.centres.detail.queryOptions({ id }))
  return (
    <>
      <Breadcrumbs list={centreListAddress} listName={t`Gestione centri`} name={centre.id} />
      <PageHeading title={centre.name} />
      <div className={layout.page}>
        {saved && <Notice status="yes">{t`Modifiche registrate`}</Notice>}
        <p className={layout.state}>
          <CentreState state={centre.state} />
          <LastChange insertedAt={centre.changedAt} changedAt={centre.changedAt} changedBy={centre.changedBy} />
        </p>
        <Numbers centre={centre} />
        {centre.operations.includes('change') && <CentreForm key={centre.version} centre={centre} onSaved={onSaved} />}
        <CentreActions centre={centre} />
      </div>
    </>
  )
}

const Numbers = ({ centre: { patients, withPersonalConsent, withMedicalConsent, lastUpload } }: { readonly centre: Centre }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const showCount = (count: number | null): string => (count === null ? t`non mostrato` : showNumber(count, language))
  const numbers: readonly Fact[] = [
    [t`Pazienti`, showCount(patients)],
    [t`Consensi ai dati anagrafici`, showCount(withPersonalConsent)],
    [t`Consensi ai dati clinici`, showCount(withMedicalConsent)],
    [t`Ultimo caricamento`, lastUpload === null ? t`mai` : showMoment(lastUpload)],
  ]
  return <FactList facts={numbers} className={classes.numbers} />
}
