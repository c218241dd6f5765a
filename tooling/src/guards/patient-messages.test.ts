import { expect, test } from 'vitest'
import { readSource } from '../repository.ts'

const app = 'apps/myconsent/src/features'
const server = 'apps/server/src/features'

/** The messages that patients read, to the letter, each with a test that sees it on a page or in an answer. */
const messages = [
  ['Inserisci il tuo indirizzo e-mail o il tuo numero di cellulare', `${app}/sign-in/patient-sign-in.test.tsx`],
  ['Indirizzo e-mail non corretto', `${server}/sign-in/patient-codes.test.ts`],
  ['Numero di cellulare non corretto', `${app}/sign-in/patient-sign-in.test.tsx`],
  ['Inserisci la password', `${app}/sign-in/patient-sign-in.test.tsx`],
  ['Inserisci il codice che ti è stato inviato', `${app}/sign-in/patient-sign-in.test.tsx`],
  ['Codice non corretto', `${server}/sign-in/patient-codes.test.ts`],
  ['Accesso fallito: ', `${app}/sign-in/patient-sign-in.test.tsx`],
  ['Errore: ', `${app}/sign-in/patient-sign-in.test.tsx`],
  ['La nuova password non può coincidere con la vecchia', `${server}/sign-in/passwords.test.ts`],
  ['Le nuove password non coincidono', 'packages/app-shell/src/password/change-own-password.test.tsx'],
  ['Password modificata', `${app}/sign-in/sign-in-link.test.tsx`],
  ['Campo email obbligatorio', `${app}/personal-data/personal-data.test.tsx`],
  ['Campo cellulare obbligatorio', `${app}/personal-data/personal-data.test.tsx`],
  ['Data non valida', `${server}/personal-data/legacy.test.ts`],
  ['Dati aggiornati', `${app}/personal-data/personal-data.test.tsx`],
  ['Non è possibile procedere se non si è risposto Sì a tutte le domande', `${app}/consents/consents-page.test.tsx`],
  ['Non hai risposto a tutte le domande', `${app}/consents/consents-page.test.tsx`],
  ['campo obbligatorio', `${server}/consents/legacy.test.ts`],
  ['campo obbligatorio', `${server}/sf36/service.test.ts`],
  ['Modifiche registrate', `${app}/consents/given-consents.test.tsx`],
  ['Grazie. La tua risposta è stata registrata', `${app}/sf36/sf36-page.test.tsx`],
  ['Errore lato server', `${app}/consents/given-consents.test.tsx`],
  ['Inserisci la risposta', `${server}/studies/own.test.ts`],
  ['Non è possibile partecipare senza fornire i consensi richiesti', `${server}/studies/own.test.ts`],
] as const

test.each(messages)('a test sees the message “%s” (%s)', (message, path) => {
  expect(readSource(path).text).toContain(message)
})
