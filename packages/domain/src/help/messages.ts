/** Texts around the pages of the manual. */
export const helpMessages = {
  manual: /*i18n*/ { id: 'help.manual', message: 'Manuale del registro' },
  lead: /*i18n*/ {
    id: 'help.lead',
    message:
      'Tutte le pagine di aiuto, una dopo l’altra. Ogni pagina dice che cosa vedi, che cosa puoi fare e che cosa fare se qualcosa non va.',
  },
  contents: /*i18n*/ { id: 'help.contents', message: 'Indice' },
  skip: /*i18n*/ { id: 'help.skip', message: 'Vai al contenuto' },
  otherLanguage: /*i18n*/ { id: 'help.other_language', message: 'Read in English' },
  neighbours: /*i18n*/ { id: 'help.neighbours', message: 'Altre pagine' },
  before: /*i18n*/ { id: 'help.before', message: 'Precedente' },
  after: /*i18n*/ { id: 'help.after', message: 'Successiva' },
  command: /*i18n*/ { id: 'help.command', message: 'Che cosa' },
  area: /*i18n*/ { id: 'help.area', message: 'Pagina' },
  yes: /*i18n*/ { id: 'help.yes', message: 'sì' },
  everyone: /*i18n*/ { id: 'help.part.everyone', message: 'Per tutti' },
  patients: /*i18n*/ { id: 'help.part.patients', message: 'Per i pazienti' },
  staff: /*i18n*/ { id: 'help.part.staff', message: 'Per gli operatori' },
  programs: /*i18n*/ { id: 'help.part.programs', message: 'Per chi sviluppa programmi' },
} as const
