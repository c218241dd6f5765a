/** Texts of printed documents (REQ-PAT-12). */
export const pdfMessages = {
  registry: /*i18n*/ { id: 'pdf.registry', message: 'Registro delle talassemie e delle emoglobinopatie' },
  madeOn: /*i18n*/ { id: 'pdf.made_on', message: 'Stampato da MyConsent il {day}' },
  /** The printer replaces `{page}` and `{pages}` by the numbers. */
  pageOf: /*i18n*/ { id: 'pdf.page_of', message: 'Pagina {page} di {pages}' },
  /** The labels of the fields come from the dictionary. */
  personalData: {
    title: /*i18n*/ { id: 'pdf.personal_data', message: 'Scheda del paziente' },
    person: /*i18n*/ { id: 'pdf.personal_data.person', message: 'Persona' },
    contacts: /*i18n*/ { id: 'pdf.personal_data.contacts', message: 'Recapiti' },
    address: /*i18n*/ { id: 'pdf.personal_data.address', message: 'Residenza' },
    birth: /*i18n*/ { id: 'pdf.personal_data.birth', message: 'Nascita' },
  },
} as const
