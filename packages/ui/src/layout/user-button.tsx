import { useLingui } from '@lingui/react/macro'
import { IconUserCircle } from '@tabler/icons-react'
import type { ComponentProps, ComponentType } from 'react'
import classes from './layout.module.css'

/** The signed-in user, as the user menu shows it. */
export type Person = {
  readonly name: string
  /** The page of the user's personal data. Without it the item is disabled. */
  readonly dataPath?: string | undefined
  /** The dialog of second factor and sessions. Without it there is no item. */
  readonly security?: ComponentType<{ readonly onClose: () => void }> | undefined
}

type Props = Omit<ComponentProps<'button'>, 'name' | 'type' | 'className' | 'aria-label' | 'title' | 'children'> & { readonly name: string }

/** The button in the header that opens the user menu. Menu.Target passes an empty class, which must not replace the one of the button. */
export const UserButton = ({ name, ...rest }: Props) => {
  const { t } = useLingui()
  return (
    <button {...rest} type="button" className={classes.userButton} aria-label={t`Utente: ${name}`} title={name}>
      <IconUserCircle size={24} aria-hidden="true" />
      <span className={classes.userName}>{name}</span>
    </button>
  )
}
