import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Centre } from '@registry/api-contract/centres'
import { newCentreCode } from '@registry/domain/centres/form'
import type { GridColumn } from '@registry/ui/grid/column.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { showMoment } from '@registry/ui/language/format.ts'
import { RouteLink, useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { trpc } from '../../app/shell.ts'
import { useListView } from '../../app/use-list-view.ts'
import { centreAddress, centreListAddress } from './centre-address.ts'

const rowId = ({ id }: Centre): string => id

/** The centres of the area of the UserAdmin, each with its numbers (REQ-ADM-06, REQ-GEO-02). */
export const CentreList = () => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  const { view, onView } = useListView(centreListAddress)
  const { data: centres } = useSuspenseQuery(trpc.centres.list.queryOptions())
  const columns = useCentreColumns()
  const newCentre = (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => navigate(centreAddress(newCentreCode))}>
      <Trans>Nuovo centro</Trans>
    </Button>
  )
  return (
    <>
      <PageHeading title={t`Gestione centri`} action={newCentre} />
      <Grid label={t`Centri`} columns={columns} rows={centres} rowId={rowId} view={view} onView={onView} />
    </>
  )
}

const useCentreColumns = (): readonly GridColumn<Centre>[] => {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        id: 'id',
        header: t`Codice`,
        width: 120,
        value: ({ id }) => id,
        show: ({ id }) => <RouteLink href={centreAddress(id)}>{id}</RouteLink>,
      },
      { id: 'name', header: t`Nome`, width: 250, value: ({ name }) => name },
      { id: 'patients', type: 'number', header: t`Pazienti`, width: 140, value: ({ patients }) => patients },
      {
        id: 'withPersonalConsent',
        type: 'number',
        header: t`Consensi ai dati anagrafici`,
        width: 180,
        value: ({ withPersonalConsent }) => withPersonalConsent,
      },
      {
        id: 'withMedicalConsent',
        type: 'number',
        header: t`Consensi ai dati medici`,
        width: 170,
        value: ({ withMedicalConsent }) => withMedicalConsent,
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
    ],
    [t],
  )
}
