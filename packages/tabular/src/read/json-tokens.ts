import { Tokenizer } from '@streamparser/json'

/** More bytes than a cell may have: the library decodes every text that can be taken in one go. */
const bufferBytes = 128 * 1024

/** Tells the tokens of a JSON text (RFC 8259) as it arrives. */
export class JsonTokens extends Tokenizer {
  /** The last number as it is written, so that no digit is lost. */
  number = ''

  constructor() {
    super({ stringBufferSize: bufferBytes, numberBufferSize: bufferBytes })
  }

  protected override parseNumber(text: string): number {
    this.number = text
    return Number(text)
  }
}
