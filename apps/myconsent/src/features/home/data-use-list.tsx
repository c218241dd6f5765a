import { useLingui, Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect } from '@mantine/core'
import type { DataUse } from '@registry/api-contract/home'
import { type DataKind, dataKinds } from '@registry/domain/access/data-kinds'
import { showMoment } from '@registry/ui/language/format.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from './home.module.css'
import { trpc } from '../../app/shell.ts'

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

/** The name of each kind of data, as patients read it. */
export const useKindNames = (): Record<DataKind, string> => {
  const { t } = useLingui()
  return {
    registration: t`centro e codice del paziente`,
    identity: t`nome e recapiti`,
    personal: t`dati personali`,
    medical: t`dati clinici`,
    consents: t`consensi`,
    studies: t`inviti agli studi`,
    questionnaires: t`questionari sulla salute`,
  }
}

/** Uses of the patient's data, newest first, one line for the equal uses of a day (REQ-PAT-18). */
export const DataUseList = ({ uses }: { readonly uses: readonly DataUse[] }) => (
  <ul className={classes.uses}>
    {uses.map((use) => (
      <li key={[use.day, use.at, use.actor, use.source, use.purpose, ...use.kinds].join(' ')}>
        <span className={classes.when}>{showMoment(use.at)}</span>
        <UseText use={use} />
      </li>
    ))}
  </ul>
)

/** Role, centre, source, kinds of data, purpose and number of a use. */
const UseText = ({ use }: { readonly use: DataUse }) => {
  const { t } = useLingui()
  const kindNames = useKindNames()
  const roles: Record<DataUse['actor'], string> = {
    GlobalAdmin: t`Amministratore globale`,
    UserAdmin: t`Amministratore degli utenti`,
    DataManager: t`Responsabile dei dati`,
    CenterAdmin: t`Amministratore del centro`,
    program: t`Programma del centro`,
  }
  const source: Record<DataUse['source'], string> = {
    export: t`esportati in un file`,
    screen: t`letti sullo schermo`,
    reading: t`letti`,
    message: t`usati per scegliere a chi mandare un messaggio`,
    form: t`modificati in un modulo`,
    file: t`caricati da un file`,
    service: t`modificati da un programma`,
  }
  const { purpose, times } = use
  const parts = [
    roles[use.actor],
    use.centre,
    source[use.source],
    use.kinds.map((kind) => kindNames[kind]).join(', ') || t`nessun valore: i tuoi consensi non lo permettono`,
    purpose !== null && t`filtro «${purpose}»`,
    times > 1 && t`${times} volte in quel giorno`,
  ]
  return <span>{parts.filter(Boolean).join(' · ')}</span>
}
