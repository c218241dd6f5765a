import { AppError } from '@registry/domain/error'

/** Enough characters of the hash to distinguish names in the audit log. */
const loggedCharacters = 22

/** Formats the keyed hash of a sign-in name for the audit log. Known and unknown names look the same. */
export const formatNameHash = (nameHash: Buffer): string => `name ${nameHash.toString('base64url').slice(0, loggedCharacters)}`

/** An error whose audit entry contains the hash of the name that was tried. The response does not. */
export class NamedAttemptError extends AppError {
  readonly nameHash: Buffer

  constructor({ detail, fields }: AppError, nameHash: Buffer) {
    super(detail.code, detail.params, fields)
    this.nameHash = nameHash
  }
}
