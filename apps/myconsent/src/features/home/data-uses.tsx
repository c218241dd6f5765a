import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DataUse, PatientHome } from '@registry/api-contract/home'
import { showDate } from '@registry/ui/language/format.ts'
import { useState } from 'react'
import classes from './home.module.css'
import { Section } from './section.tsx'

const firstShown = 5

/** The uses of the patient's data: their number this year and a list, newest first. */
export const DataUses = ({ uses, usesThisYear }: PatientHome) => {
  const { t } = useLingui()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? uses : uses.slice(0, firstShown)
  return (
    <Section title={t`Chi ha usato i tuoi dati?`}>
      <p className={classes.sentence}>
        <Plural
          value={usesThisYear}
          _0="Quest’anno nessuno ha usato i tuoi dati."
          one="Quest’anno i tuoi dati sono stati usati una volta."
          other="Quest’anno i tuoi dati sono stati usati # volte."
        />
      </p>
      {shown.length > 0 && (
        <ul className={classes.uses}>
          {shown.map((use, index) => (
            <li key={`${use.at} ${index}`}>
              <span className={classes.when}>{showDate(use.at)}</span>
              <UseText use={use} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < uses.length && (
        <Button variant="default" size="md" onClick={() => setShowsAll(true)}>
          <Trans>Mostra tutti gli usi</Trans>
        </Button>
      )}
    </Section>
  )
}

/** Role, centre, means and purpose of a use. */
const UseText = ({ use }: { readonly use: DataUse }) => {
  const { t } = useLingui()
  const roles: Record<DataUse['actor'], string> = {
    GlobalAdmin: t`Amministratore globale`,
    UserAdmin: t`Amministratore degli utenti`,
    DataManager: t`Responsabile dei dati`,
    CenterAdmin: t`Amministratore del centro`,
    program: t`Programma del centro`,
  }
  const means: Record<DataUse['means'], string> = {
    export: t`esportati in un file`,
    screen: t`letti sullo schermo`,
    consents: t`letti i tuoi consensi`,
    reading: t`letti`,
  }
  const { purpose } = use
  const parts = [roles[use.actor], use.centre, means[use.means], purpose !== null && t`filtro «${purpose}»`]
  return <span>{parts.filter(Boolean).join(' · ')}</span>
}
