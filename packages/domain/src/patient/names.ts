/** Returns a name as stored: upper case, single blanks, accented letters composed (REQ-PAT-07). */
export const upperName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toUpperCase()
