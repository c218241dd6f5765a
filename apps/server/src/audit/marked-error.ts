import { Refusal } from '@registry/domain/fault'

/** Enough of a mark to tell names apart in the log. */
const shownCharacters = 22

/** How the log names whose secret was tried: by a keyed hash, the same for known and unknown names. */
export const describeMark = (mark: Buffer): string => `name ${mark.toString('base64url').slice(0, shownCharacters)}`

/** A refusal whose log entry tells whose secret was tried, and whose answer does not. */
export class MarkedRefusal extends Refusal {
  readonly mark: Buffer

  constructor({ fault, fields }: Refusal, mark: Buffer) {
    super(fault.code, fault.params, fields)
    this.mark = mark
  }
}
