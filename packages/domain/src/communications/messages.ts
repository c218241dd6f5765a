/** Error messages of communications (REQ-COM-02, REQ-COM-03). */
export const communicationMessages = {
  communication_not_found: /*i18n*/ { id: 'error.communication_not_found', message: 'La comunicazione non esiste' },
  communication_changed: /*i18n*/ {
    id: 'error.communication_changed',
    message: '{who} ha già modificato questa comunicazione: riapri la pagina, poi ripeti le tue modifiche',
  },
  communication_state_wrong: /*i18n*/ {
    id: 'error.communication_state_wrong',
    message: 'Lo stato della comunicazione non consente questa operazione: riapri la pagina e controlla lo stato',
  },
  communication_text_too_long: /*i18n*/ {
    id: 'error.communication_text_too_long',
    message: 'Il testo può avere al massimo {max} caratteri',
  },
  communication_placeholder_wrong: /*i18n*/ {
    id: 'error.communication_placeholder_wrong',
    message: '{placeholder} non è un segnaposto consentito: usa solo quelli indicati sotto il campo',
  },
  communication_filter_wrong: /*i18n*/ {
    id: 'error.communication_filter_wrong',
    message: 'Il filtro non è attivo, o l’ha scritto o modificato chi non può eseguire filtri: scegline un altro',
  },
  communication_area_outside: /*i18n*/ { id: 'error.communication_area_outside', message: 'Scegli un’area dentro la tua' },
  communication_time_wrong: /*i18n*/ {
    id: 'error.communication_time_wrong',
    message: 'Scegli un momento da adesso a un anno',
  },
} as const
