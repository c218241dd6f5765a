import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'

/**
 * A password input. The button that shows the password can be reached with the keyboard. Mantine marks other inputs with an error for
 * screen readers, but not this one.
 */
export const PasswordField = (props: PasswordInputProps) => {
  const { t } = useLingui()
  return (
    <PasswordInput
      aria-invalid={Boolean(props.error) || undefined}
      visibilityToggleButtonProps={{ 'aria-label': t`Mostra o nascondi la password`, tabIndex: 0 }}
      {...props}
    />
  )
}
