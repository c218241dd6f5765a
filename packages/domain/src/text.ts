/** Zero-width characters, soft hyphens and byte order marks: copied along from web pages, and never meant. */
const invisible = /[\u200B-\u200D\u00AD\u2060\uFEFF]/g

/** Removes invisible characters and the blanks around a text. Two codes that look alike are then the same. */
export const cleanText = (text: string): string => text.replace(invisible, '').trim()

const controlCharacter = /[\p{Cc}--[\t\n\r]]/v

/** A text that a database, a document and a screen show alike: without control characters and halves of characters. */
export const isPlainText = (text: string): boolean => !controlCharacter.test(text) && text.isWellFormed()
