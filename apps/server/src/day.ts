/** The calendar day in Italy, where the centres are, as `yyyy-mm-dd`: what the rules call today. */
export const formatItalianDay = (moment: Date): string => moment.toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
