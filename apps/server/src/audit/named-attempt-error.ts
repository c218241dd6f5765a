import { AppError } from '@registry/domain/error'

/** Enough of a mark to tell names apart in the log. */
const loggedCharacters = 22

/** How the log names whose secret was tried: by a keyed hash, the same for known and unknown names. */
export const formatNameHash = (nameHash: Buffer): string => `name ${nameHash.toString('base64url').slice(0, loggedCharacters)}`

/** A refusal whose log entry tells whose secret was tried, and whose answer does not. */
export class NamedAttemptError extends AppError {
  readonly nameHash: Buffer

  constructor({ detail, fields }: AppError, nameHash: Buffer) {
    super(detail.code, detail.params, fields)
    this.nameHash = nameHash
  }
}
