import { Button, Checkbox, CloseButton, Input } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { User, UserOptions } from '@registry/api-contract/users'
import { roles as allRoles, type Role } from '@registry/domain/access/roles'
import { formatGrant } from '@registry/domain/access/user-roles'
import { IconPlus } from '@tabler/icons-react'
import { roleNames } from '../../app/role-names.ts'
import classes from './users.module.css'

/** A stored role, or one that was just added. */
export type FormRole = Pick<User['roles'][number], 'role' | 'place'> & Partial<Pick<User['roles'][number], 'areaid' | 'center'>>

type Props = {
  readonly id: string
  readonly error: string | undefined
  readonly options: UserOptions
  readonly value: readonly FormRole[]
  /** Users cannot change their own roles (REQ-ADM-13). */
  readonly disabled: boolean
  /** Asks for the area or centre of a role in a dialog outside the form. */
  readonly onAsk: (role: Role) => void
  readonly onChange: (roles: readonly FormRole[]) => void
}

/** The roles of a user: a checkbox each, with its areas or centres. */
export const RolesInput = ({ id, error, options, value, disabled, onAsk, onChange }: Props) => {
  const { t } = useLingui()
  return (
    <fieldset id={id} tabIndex={-1} className={classes.roles} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{t`Ruoli`}</legend>
      {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
      {allRoles.map((role) => {
        const own = value.filter((one) => one.role === role)
        const fixed = disabled || !options.roles.includes(role)
        const name = t(roleNames[role])
        return (
          <div key={role} className={classes.role}>
            <Checkbox
              label={name}
              checked={own.length > 0}
              disabled={fixed}
              onChange={(event) => {
                if (event.currentTarget.checked) onAsk(role)
                else onChange(value.filter((one) => one.role !== role))
              }}
            />
            {own.length > 0 && (
              <div className={classes.grants}>
                <ul className={classes.places} aria-label={name}>
                  {own.map((one) => (
                    <li key={formatGrant(one)}>
                      {one.place}
                      {!fixed && (
                        <CloseButton aria-label={t`Togli ${one.place}`} onClick={() => onChange(value.filter((other) => other !== one))} />
                      )}
                    </li>
                  ))}
                </ul>
                {!fixed && (
                  <Button
                    variant="default"
                    leftSection={<IconPlus size={16} aria-hidden="true" />}
                    aria-label={t`Aggiungi a ${name}`}
                    onClick={() => onAsk(role)}
                  >
                    {t`Aggiungi`}
                  </Button>
                )}
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
