import { useLingui } from '@lingui/react/macro'
import { helpAddress } from '@registry/domain/help/address'
import { Anchor } from '@mantine/core'
import { useLanguage } from '../language/language.tsx'
import { FactList } from './fact-list.tsx'
import classes from './footer.module.css'
import { TelephoneLink } from './telephone-link.tsx'

/** The data controller and the contacts; `null` when the operator has not set them. */
export type Contacts = {
  readonly controller: string | null
  readonly dataProtectionOfficer: string | null
  readonly support: string | null
}

/** The centre of a signed-in patient; `null` when it has stored no telephone. */
export type CentreContact = { readonly name: string; readonly telephone: string | null }

type Props = { readonly contacts: Contacts; readonly centre?: CentreContact | undefined }

/** The footer of every page: the information text promises that it names the data controller. It leads to the statements (REQ-UI-16). */
export const Footer = ({ contacts, centre }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const unknown = t`non ancora indicato: chiedi al tuo centro`
  const facts = [
    [t`Titolare del trattamento`, contacts.controller ?? unknown],
    [t`Responsabile della protezione dei dati`, contacts.dataProtectionOfficer ?? unknown],
    [t`Contatti`, contacts.support ?? unknown],
    ...(centre ? [[t`Il tuo centro`, <Centre key="centre" {...centre} />] as const] : []),
  ] as const
  const statements = [
    ['privacy', t`Privacy`],
    ['accessibility', t`Accessibilità`],
    ['manual', t`Manuale`],
  ] as const
  return (
    <footer className={classes.footer}>
      <FactList facts={facts} className={classes.contacts} />
      <ul className={classes.statements}>
        {statements.map(([page, name]) => (
          <li key={page}>
            <Anchor inherit href={helpAddress(language, page)} target="_blank" rel="noreferrer">
              {name}
            </Anchor>
          </li>
        ))}
      </ul>
    </footer>
  )
}

const Centre = ({ name, telephone }: CentreContact) =>
  telephone === null ? (
    name
  ) : (
    <>
      {name}, <TelephoneLink telephone={telephone} />
    </>
  )
