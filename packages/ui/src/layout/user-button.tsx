import { useLingui } from '@lingui/react/macro'
import { IconUserCircle } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './layout.module.css'

type Props = Omit<ComponentProps<'button'>, 'name' | 'type' | 'className' | 'aria-label' | 'title' | 'children'> & { readonly name: string }

/** The button in the header that opens the user menu. */
export const UserButton = ({ name, ...rest }: Props) => {
  const { t } = useLingui()
  return (
    <button type="button" className={classes.userButton} aria-label={t`Utente: ${name}`} title={name} {...rest}>
      <IconUserCircle size={24} aria-hidden="true" />
      <span className={classes.userName}>{name}</span>
    </button>
  )
}
