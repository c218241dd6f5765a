import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PatientHome } from '@registry/api-contract/home'
import { useState } from 'react'
import { AllDataUses } from './all-data-uses.tsx'
import { DataUseList } from './data-use-list.tsx'
import classes from './home.module.css'
import { Section } from './section.tsx'

/** The uses of the patient's data: their number this year, the newest ones, and all of them on request. */
export const DataUses = ({ uses, usesThisYear }: PatientHome) => {
  const { t } = useLingui()
  const [showsAll, setShowsAll] = useState(false)
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
      {showsAll ? <AllDataUses /> : <DataUseList uses={uses} />}
      {!showsAll && uses.length > 0 && (
        <Button variant="default" size="md" onClick={() => setShowsAll(true)}>
          <Trans>Mostra tutti gli usi</Trans>
        </Button>
      )}
    </Section>
  )
}
