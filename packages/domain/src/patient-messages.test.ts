import { expect, test } from 'vitest'
import { type ErrorCode, errorMessages } from './error-messages.ts'

/** The messages that patients read, as they are published. Old programs compare some of them. */
test.each<[ErrorCode, string]>([
  ['contact_required', 'Inserisci il tuo indirizzo e-mail o il tuo numero di cellulare'],
  ['contact_wrong', 'Indirizzo e-mail non corretto'],
  ['mobile_wrong', 'Numero di cellulare non corretto'],
  ['password_required', 'Inserisci la password'],
  ['code_required', 'Inserisci il codice che ti è stato inviato'],
  ['code_wrong', 'Codice non corretto'],
  ['password_same', 'La nuova password non può coincidere con la vecchia'],
  ['passwords_differ', 'Le nuove password non coincidono'],
  ['rule_email_missing', 'Campo email obbligatorio'],
  ['rule_mobile_missing', 'Campo cellulare obbligatorio'],
  ['value_date_invalid', 'Data non valida'],
  ['preliminary_not_all_yes', 'Non è possibile procedere se non si è risposto Sì a tutte le domande'],
  ['preliminary_unanswered', 'Non hai risposto a tutte le domande'],
  ['consent_required', 'campo obbligatorio'],
  ['sf36_answer_required', 'campo obbligatorio'],
  ['study_answer_required', 'Inserisci la risposta'],
  ['study_consents_missing', 'Non è possibile partecipare senza fornire i consensi richiesti'],
])('%s: %s', (code, message) => expect(errorMessages[code].message).toBe(message))
