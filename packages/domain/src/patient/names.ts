/** A surname or name as the registry keeps it (D5): upper case, one blank between parts, accents as single letters. */
export const upperName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toUpperCase()
