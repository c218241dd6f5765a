const encoder = new TextEncoder()

/** Cuts a text between whole characters. */
const cutBytes = (text: string, max: number): string => {
  const { read } = encoder.encodeInto(text, new Uint8Array(max))
  return text.slice(0, read)
}

/** A text for SPSS and SAS, in one line and at most `max` bytes long. */
export const quoteForScript = (text: string, max = 250): string =>
  `'${cutBytes(text.replaceAll(/\p{Cc}/gu, ' '), max).replaceAll("'", "''")}'`
