import { AppError } from '@registry/domain/error'

/** Enough of a mark to tell names apart in the log. */
const shownCharacters = 22

/** How the log names whose secret was tried: by a keyed hash, the same for known and unknown names. */
export const describeMark = (mark: Buffer): string => `name ${mark.toString('base64url').slice(0, shownCharacters)}`

/** A refusal whose log entry tells whose secret was tried, and whose answer does not. */
export class MarkedError extends AppError {
  readonly mark: Buffer

  constructor({ detail, fields }: AppError, mark: Buffer) {
    super(detail.code, detail.params, fields)
    this.mark = mark
  }
}
