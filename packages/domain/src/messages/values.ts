/** The words for values that the server writes, in a printed sheet or in a list (REQ-CRF-10, REQ-CRF-14). */
export const valueMessages = {
  yes: /*i18n*/ { id: 'value.yes', message: 'Sì' },
  no: /*i18n*/ { id: 'value.no', message: 'No' },
  none: /*i18n*/ { id: 'value.none', message: '–' },
} as const
