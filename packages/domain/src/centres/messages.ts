/** Error messages of centres (REQ-ADM-06) and of their programs (REQ-IMP-10). */
export const centreErrorMessages = {
  centre_choice_required: /*i18n*/ {
    id: 'error.centre_choice_required',
    message: 'Amministri più centri: scegli in alto quello per cui lavori, oppure indicalo in centerCode',
  },
  centre_refused: /*i18n*/ { id: 'error.centre_refused', message: 'Codice del centro o password non corretti' },
  centre_ambiguous: /*i18n*/ { id: 'error.centre_ambiguous', message: 'Usa la sessione oppure la password del centro, non entrambe' },
  centre_not_found: /*i18n*/ { id: 'error.centre_not_found', message: 'Il centro non esiste o non è nella tua area' },
  centre_code_wrong: /*i18n*/ {
    id: 'error.centre_code_wrong',
    message: 'Codice del centro non valido: al massimo 80 caratteri, senza virgole e senza spazi all’inizio e alla fine',
  },
  centre_code_in_use: /*i18n*/ {
    id: 'error.centre_code_in_use',
    message: 'Esiste già un centro con questo codice',
  },
  centre_text_too_long: /*i18n*/ { id: 'error.centre_text_too_long', message: 'Al massimo 80 caratteri' },
  centre_telephone_wrong: /*i18n*/ {
    id: 'error.centre_telephone_wrong',
    message: 'Numero di telefono non valido: da 5 a 15 cifre, con il + del prefisso se serve',
  },
  centre_area_outside: /*i18n*/ { id: 'error.centre_area_outside', message: 'Scegli un’area dentro la tua' },
  centre_area_not_leaf: /*i18n*/ { id: 'error.centre_area_not_leaf', message: 'Scegli una regione: le aree più grandi non hanno centri' },
  centre_changed: /*i18n*/ {
    id: 'error.centre_changed',
    message: '{who} ha già modificato questo centro ({what}): riapri la pagina, poi ripeti le tue modifiche',
  },
  centre_state_wrong: /*i18n*/ {
    id: 'error.centre_state_wrong',
    message: 'Lo stato del centro non consente questa operazione: riapri la pagina e controlla lo stato',
  },
  centre_has_patients: /*i18n*/ {
    id: 'error.centre_has_patients',
    message: 'Il centro ha ancora pazienti: puoi sospenderlo, non eliminarlo',
  },
  centre_suspended: /*i18n*/ {
    id: 'error.centre_suspended',
    message: 'Il centro è sospeso: chiedi a un UserAdmin della sua area di riattivarlo',
  },
  centre_passwords_differ: /*i18n*/ { id: 'error.centre_passwords_differ', message: 'Le password non coincidono' },
  centre_overlap_wrong: /*i18n*/ { id: 'error.centre_overlap_wrong', message: 'Inserisci un numero di ore da 0 a {maximum}' },
} as const
