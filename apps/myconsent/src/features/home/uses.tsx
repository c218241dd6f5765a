import { Plural, useLingui } from '@lingui/react/macro'
import type { PatientHome } from '@registry/api-contract/home'
import { showDate } from '@registry/ui/language/format.ts'
import classes from './home.module.css'
import { Section } from './section.tsx'

const shownUses = 5

/** Who has used my data: how often this year, and the last times. */
export const Uses = ({ uses, usesThisYear }: PatientHome) => {
  const { t } = useLingui()
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
      {uses.length > 0 && (
        <ul className={classes.uses}>
          {uses.slice(0, shownUses).map((use) => (
            <li key={`${use.at} ${use.purpose}`}>
              <span className={classes.when}>{showDate(use.at)}</span>
              <span>
                {use.purpose} · {use.by}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
