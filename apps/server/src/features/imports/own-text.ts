/** A text with memory of its own: one that was cut out of a piece of a file keeps the whole piece in memory as long as it is kept. */
export const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
