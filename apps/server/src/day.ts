/** The calendar day in Italy as `yyyy-mm-dd`, because the centres are in Italy. The rules use it as today. */
export const formatItalianDay = (moment: Date): string => moment.toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
