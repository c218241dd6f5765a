import type { ErrorCode } from '../error-messages.ts'

export type UserFormValues = {
  readonly surname: string
  readonly name: string
  readonly email: string
  readonly roles: readonly unknown[]
}

/** Returns the errors that the form finds before the server (REQ-ADM-07): every field but the roles is required. */
export const findUserFormErrors = ({
  roles: _roles,
  ...texts
}: UserFormValues): Readonly<Partial<Record<keyof UserFormValues, ErrorCode>>> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text.trim() === '')
      .map(([field]) => [field, 'field_required']),
  )
