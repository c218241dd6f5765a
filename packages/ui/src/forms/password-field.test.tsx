import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { PasswordField } from './password-field.tsx'

it('REQ-UI-21: a password field says that Caps Lock is on while a person types', async () => {
  await show(<PasswordField label="Password" />)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Password'))
  await user.keyboard('{CapsLock}a')
  expect(screen.getByRole('status')).toHaveTextContent('Il blocco maiuscole è attivo')
  await user.keyboard('{CapsLock}a')
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})
