import { useLingui } from '@lingui/react/macro'
import type { DataUse } from '@registry/api-contract/home'
import type { DataKind } from '@registry/domain/access/data-kinds'
import { showMoment } from '@registry/ui/language/format.ts'
import classes from './home.module.css'

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
