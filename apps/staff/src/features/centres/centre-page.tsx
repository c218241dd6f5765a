import { useLingui } from '@lingui/react/macro'
import type { Centre } from '@registry/api-contract/centres'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { newCentreCode } from '@registry/domain/centres/form'
import { showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery, useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { history, trpc } from '../../app/shell.ts'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import { LastChange } from '../../layout/last-change.tsx'
import layout from '../../layout/layout.module.css'
import { centreAddress, centreListAddress } from './centre-routes.ts'
import { CentreForm } from './centre-form.tsx'
import { CentreState } from './centre-state.tsx'
import classes from './centres.module.css'
import { OperationButtons } from '../../dialogs/operation-buttons.tsx'
import { useStoreCentre } from './use-store-centre.ts'

/** Suspends, reactivates, deletes or restores a centre (REQ-ADM-22). */
const CentreActions = ({ centre }: { readonly centre: Centre }) => {
  const { t } = useLingui()
  const store = useStoreCentre()
  const mutations = {
    suspend: useMutation(trpc.centres.suspend.mutationOptions(ownFailures)),
    reactivate: useMutation(trpc.centres.reactivate.mutationOptions(ownFailures)),
    remove: useMutation(trpc.centres.remove.mutationOptions(ownFailures)),
    restore: useMutation(trpc.centres.restore.mutationOptions(ownFailures)),
  }
  const undo = t`Un UserAdmin della sua area può annullare questa operazione.`
  const shutOut = t`I suoi amministratori escono subito e con questo ruolo non possono più entrare; il programma del centro non può più inviare né leggere dati.`
  const questions = {
    suspend: {
      title: t`Sospendere il centro?`,
      text: `${shutOut} ${t`I dati restano, e i pazienti possono ancora entrare, leggere, cambiare i consensi e ritirarsi.`} ${undo}`,
    },
    reactivate: {
      title: t`Riattivare il centro?`,
      text: t`I suoi amministratori e il suo programma possono entrare di nuovo, con le stesse password.`,
    },
    remove: {
      title: t`Eliminare il centro?`,
      text: `${shutOut} ${t`Il centro scompare dagli elenchi. Il nome resta nel log, negli studi e nelle esportazioni.`} ${undo}`,
    },
    restore: {
      title: t`Ripristinare il centro?`,
      text: t`Torna negli elenchi come sospeso: per farlo lavorare, poi riattivalo.`,
    },
  }
  return (
    <OperationButtons
      title={t`Operazioni sul centro`}
      hint={centre.patients !== 0 && <p className={classes.hint}>{t`Un centro con pazienti non si può eliminare: puoi sospenderlo.`}</p>}
      possible={centre.operations.filter((operation) => operation !== 'change')}
      questions={questions}
      run={(operation, again) => mutations[operation].mutateAsync({ id: centre.id, version: centre.version, ...again })}
      onDone={store}
    />
  )
}

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
