import { Tokenizer } from '@streamparser/json'

/** Larger than the largest cell, so that the library decodes each text in one piece. */
const bufferBytes = 128 * 1024

/** Emits the tokens of JSON text (RFC 8259) as it arrives. */
export class JsonTokens extends Tokenizer {
  /** The text of the last number, which keeps all digits. */
  number = ''

  constructor() {
    super({ stringBufferSize: bufferBytes, numberBufferSize: bufferBytes })
  }

  protected override parseNumber(text: string): number {
    this.number = text
    return Number(text)
  }
}
