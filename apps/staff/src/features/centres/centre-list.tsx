import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import type { Centre } from '@registry/api-contract/centres'
import { newCentreCode } from '@registry/domain/centres/form'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { RouteLink, useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { useListView } from '../../app/use-list-view.ts'
import { centreAddress, centreListAddress } from './centre-routes.ts'
import { CentreState, useStateLabels } from './centre-state.tsx'
import classes from './centres.module.css'

const rowId = ({ id }: Centre): string => id

/** The centres of the area of the UserAdmin, each with its numbers (REQ-ADM-06, REQ-GEO-02). Deleted ones are shown on request. */
export const CentreList = () => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  const { view, onView } = useListView(centreListAddress)
  const { data: centres } = useSuspenseQuery(trpc.centres.list.queryOptions())
  const [withDeleted, setWithDeleted] = useState(false)
  const shown = useMemo(() => centres.filter(({ state }) => withDeleted || state !== 'deleted'), [centres, withDeleted])
  const columns = useCentreColumns()
  const newCentre = (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => navigate(centreAddress(newCentreCode))}>
      <Trans>Nuovo centro</Trans>
    </Button>
  )
  return (
    <>
      <PageHeading title={t`Gestione centri`} action={newCentre} />
      <Checkbox
        className={classes.deleted}
        label={t`Mostra anche i centri eliminati`}
        checked={withDeleted}
        onChange={(event) => setWithDeleted(event.currentTarget.checked)}
      />
      <Grid label={t`Centri`} columns={columns} rows={shown} rowId={rowId} view={view} onView={onView} />
    </>
  )
}

const useCentreColumns = (): readonly GridColumn<Centre>[] => {
  const { t } = useLingui()
  const labels = useStateLabels()
  return useMemo(() => {
    const showCount = (count: number | null): string => (count === null ? t`non mostrato` : String(count))
    return [
      {
        id: 'id',
        header: t`Codice`,
        width: 140,
        value: ({ id }) => id,
        show: ({ id }) => <RouteLink href={centreAddress(id)}>{id}</RouteLink>,
      },
      { id: 'name', header: t`Nome`, width: 230, value: ({ name }) => name },
      {
        id: 'state',
        type: 'choice',
        header: t`Stato`,
        width: 140,
        value: ({ state }) => labels[state],
        show: ({ state }) => <CentreState state={state} />,
      },
      {
        id: 'patients',
        type: 'number',
        header: t`Pazienti`,
        width: 140,
        value: ({ patients }) => patients,
        text: ({ patients }) => showCount(patients),
      },
      {
        id: 'withPersonalConsent',
        type: 'number',
        header: t`Consensi ai dati anagrafici`,
        width: 210,
        value: ({ withPersonalConsent }) => withPersonalConsent,
        text: ({ withPersonalConsent }) => showCount(withPersonalConsent),
      },
      {
        id: 'withMedicalConsent',
        type: 'number',
        header: t`Consensi ai dati clinici`,
        width: 210,
        value: ({ withMedicalConsent }) => withMedicalConsent,
        text: ({ withMedicalConsent }) => showCount(withMedicalConsent),
      },
      {
        id: 'lastUpload',
        type: 'date',
        header: t`Ultimo caricamento`,
        width: 190,
        value: ({ lastUpload }) => lastUpload,
        text: ({ lastUpload }) => (lastUpload === null ? '' : showMoment(lastUpload)),
      },
      { id: 'area', type: 'choice', header: t`Area`, width: 180, value: ({ area }) => area },
      { id: 'city', header: t`Città`, width: 160, value: ({ city }) => city },
    ]
  }, [t, labels])
}
