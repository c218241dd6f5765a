import { useLingui } from '@lingui/react/macro'
import classes from './footer.module.css'

/** Who answers for the data and where to write; `null` where the operator has not said it. */
export type Contacts = {
  readonly controller: string | null
  readonly dataProtectionOfficer: string | null
  readonly support: string | null
}

/** The foot of every page, where the information text says that the controller is named. */
export const Footer = ({ contacts }: { readonly contacts: Contacts }) => {
  const { t } = useLingui()
  const unknown = t`non ancora indicato: chiedi al tuo centro`
  const rows = [
    [t`Titolare del trattamento`, contacts.controller],
    [t`Responsabile della protezione dei dati`, contacts.dataProtectionOfficer],
    [t`Contatti`, contacts.support],
  ] as const
  return (
    <footer className={classes.footer}>
      <dl className={classes.contacts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? unknown}</dd>
          </div>
        ))}
      </dl>
    </footer>
  )
}
