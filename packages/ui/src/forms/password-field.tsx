import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'

/**
 * A password input, which says when Caps Lock is on. The button that shows the password can be reached with the keyboard. Mantine marks
 * other inputs with an error for screen readers, but not this one.
 */
export const PasswordField = (props: PasswordInputProps) => {
  const { t } = useLingui()
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  const onKey = (event: KeyboardEvent): void => setCapsLockOn(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      onKeyDown={onKey}
      onKeyUp={onKey}
      aria-invalid={Boolean(props.error) || undefined}
      visibilityToggleButtonProps={{ 'aria-label': t`Mostra o nascondi la password`, tabIndex: 0 }}
      {...props}
      description={
        isCapsLockOn ? (
          <>
            {props.description} <span role="status">{t`Il blocco maiuscole è attivo`}</span>
          </>
        ) : (
          props.description
        )
      }
      {...(props.description === undefined && { inputWrapperOrder: ['label', 'input', 'description', 'error'] })}
    />
  )
}
