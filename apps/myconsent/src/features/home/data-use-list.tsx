import { useLingui, Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect } from '@mantine/core'
import type { DataUse } from '@registry/api-contract/home'
import { auditLogYears } from '@registry/domain/audit-log/retention'
import { type DataKind, dataKinds } from '@registry/domain/access/data-kinds'
import { showMoment, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
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
      {found.isSuccess && !found.hasNextPage && (
        <p className={classes.sentence}>
          <Trans>Le letture restano in questo elenco per almeno {auditLogYears} anni.</Trans>
        </p>
      )}
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

/** Uses of the patient’s data, newest first, one entry for the equal uses of a day (REQ-PAT-18). */
export const DataUseList = ({ uses }: { readonly uses: readonly DataUse[] }) => (
  <ul className={classes.uses}>
    {uses.map((use) => (
      <li key={[use.day, use.at, use.actor, use.source, use.purpose, ...use.kinds].join(' ')}>
        <UseSentence use={use} />
        <UseDetails use={use} />
      </li>
    ))}
  </ul>
)

/** A use of the data as a sentence, with its number on that day. */
const UseSentence = ({ use: { actor, source, purpose, times } }: { readonly use: DataUse }) => {
  const { t } = useLingui()
  const actors: Record<DataUse['actor'], string> = {
    GlobalAdmin: t`L’amministratore del registro`,
    UserAdmin: t`L’amministratore degli utenti`,
    DataManager: t`Il responsabile dei dati del registro`,
    CenterAdmin: t`Il tuo centro`,
    program: t`Il programma del tuo centro`,
  }
  const who = actors[actor]
  const sentences: Record<DataUse['source'], string> = {
    list: t`${who} ha aperto l’elenco dei suoi pazienti`,
    record: t`${who} ha aperto la tua cartella`,
    discrepancies: t`${who} ha letto le segnalazioni sui dati dei suoi pazienti`,
    consents: t`${who} ha letto i consensi dei suoi pazienti`,
    candidates: t`${who} ha letto l’elenco dei candidati di uno studio`,
    export: t`${who} ha esportato i tuoi dati in un file`,
    screen: t`${who} ha letto i tuoi dati sullo schermo`,
    reading: t`${who} ha letto i tuoi dati`,
    message: t`${who} ha usato i tuoi dati per scegliere a chi mandare un messaggio`,
    form: t`${who} ha modificato i tuoi dati`,
    file: t`${who} ha aggiornato i tuoi dati con un file`,
    service:
      actor === 'program'
        ? t`I tuoi dati sono stati aggiornati dal programma del centro`
        : t`${who} ha aggiornato i tuoi dati con un programma`,
  }
  const { language } = useLanguage()
  const sentence = sentences[source]
  const count = showNumber(times, language)
  const withPurpose = purpose === null ? sentence : t`${sentence}, per «${purpose}»`
  return <span>{times > 1 ? t`${withPurpose} (${count} volte)` : withPurpose}</span>
}

/** Moment, centre and kinds of data of a use. */
const UseDetails = ({ use: { at, centre, kinds } }: { readonly use: DataUse }) => {
  const { t } = useLingui()
  const kindNames = useKindNames()
  const kindList = kinds.map((kind) => kindNames[kind]).join(', ') || t`nessun valore: i tuoi consensi non lo permettono`
  return <span className={classes.useDetails}>{[showMoment(at), centre, kindList].filter(Boolean).join(' · ')}</span>
}
