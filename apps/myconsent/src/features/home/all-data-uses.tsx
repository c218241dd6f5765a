import { Button, Group, NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type DataKind, dataKinds } from '@registry/domain/access/data-kinds'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { DataUseList, useKindNames } from './data-use-list.tsx'
import classes from './home.module.css'

/** All uses of the patient's data, by kind of data and period, a page at a time (REQ-PAT-18). */
export const AllDataUses = () => {
  const { t } = useLingui()
  const [kind, setKind] = useState<DataKind>()
  const [days, setDays] = useState<number>()
  const kindNames = useKindNames()
  const found = useInfiniteQuery(
    trpc.home.dataUses.infiniteQueryOptions(
      { ...(kind && { kind }), ...(days !== undefined && { days }) },
      { getNextPageParam: ({ next }) => next ?? undefined },
    ),
  )
  const uses = found.data?.pages.flatMap((page) => page.uses) ?? []
  return (
    <>
      <Group className="no-print" mt="sm">
        <NativeSelect
          label={t`Tipo di dati`}
          data={[{ value: '', label: t`tutti` }, ...dataKinds.map((value) => ({ value, label: kindNames[value] }))]}
          onChange={({ currentTarget: { value } }) => setKind(dataKinds.find((one) => one === value))}
        />
        <NativeSelect
          label={t`Periodo`}
          data={[
            { value: '', label: t`da sempre` },
            { value: '30', label: t`ultimi 30 giorni` },
            { value: '365', label: t`ultimi 365 giorni` },
          ]}
          onChange={({ currentTarget: { value } }) => setDays(value === '' ? undefined : Number(value))}
        />
      </Group>
      <div aria-live="polite">
        {found.isSuccess && uses.length === 0 && (
          <p className={classes.sentence}>
            <Trans>Nessun uso di questo tipo in questo periodo.</Trans>
          </p>
        )}
        <DataUseList uses={uses} />
      </div>
      <Group className="no-print">
        {found.hasNextPage && (
          <Button variant="default" size="md" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            <Trans>Mostra gli usi precedenti</Trans>
          </Button>
        )}
        <Button variant="default" size="md" onClick={() => window.print()}>
          <Trans>Stampa</Trans>
        </Button>
      </Group>
    </>
  )
}
