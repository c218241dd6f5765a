import type { DocumentContent, DocumentParagraph } from '../../schema/consents.ts'
import { topic } from './topic.ts'

const createQuestion = (text: string, options: readonly string[]): DocumentParagraph => ({
  type: 'radio',
  text,
  options,
  field: 'C_DB_NO_NOTIFICATION',
})

/** The choices v1 to v3 in this order (REQ-CON-06): for each a heading and its consequences, then the question and the common consequences. */
export const withdrawal: DocumentContent = {
  it: [
    ...topic(
      'Fermare tutto da oggi',
      'Non raccogliamo più nulla su di te e non ti scriviamo più. Quello che abbiamo raccolto finora resta nel registro e può ancora servire alla ricerca.',
      'Da qui non potrai più tornare indietro: per ogni domanda rivolgiti al tuo centro.',
    ),
    ...topic(
      'Rendere anonimi i miei dati',
      'Distruggiamo il tuo nome, i tuoi contatti e i tuoi dati personali. I dati medici restano senza di essi: di ogni data l’anno, la regione al posto del centro, i valori misurati arrotondati, nessun testo libero. Quello che hai in comune con meno di quattro altre persone viene tolto o reso più generico.',
      'Non si può annullare: nemmeno noi potremo più ritrovare i tuoi dati, correggerli o cancellarli.',
    ),
    ...topic(
      'Cancellare i miei dati',
      'Cancelliamo dal registro i tuoi dati personali e medici.',
      'Non si può annullare: i dati cancellati non si recuperano.',
    ),
    createQuestion('Che cosa vuoi fare dei tuoi dati?', ['Fermare tutto da oggi', 'Rendere anonimi i miei dati', 'Cancellare i miei dati']),
    ...topic(
      'In ogni caso',
      'Le tue cure restano le stesse.',
      'Esci dagli studi in corso e il tuo centro viene avvisato.',
      'Il tuo accesso a MyConsent si chiude per sempre, subito.',
      'I dati già consegnati a uno studio o già pubblicati non si possono richiamare.',
      'Resta la prova dei consensi dati e ritirati. Se scegli di rendere anonimi o di cancellare i dati, la prova non porta più il tuo nome, e del momento resta solo l’anno.',
      'Se rendi anonimi o cancelli i dati resta anche un’impronta cifrata del tuo codice, del codice fiscale e dei tuoi contatti: serve solo a non registrarti di nuovo con un file del centro, se non lo chiedi e non lo confermi tu.',
    ),
  ],
  en: [
    ...topic(
      'Stop everything from today',
      'We collect nothing more about you and do not write to you again. What we collected until now stays in the registry and can still serve research.',
      'You will not be able to go back from here: with any question, turn to your centre.',
    ),
    ...topic(
      'Make my data anonymous',
      'We destroy your name, your contacts and your personal data. The medical data stay without them: the year of each date, the region in place of the centre, measured values rounded, no free text. What you have in common with fewer than four other people is removed or made more general.',
      'It cannot be undone: not even we will be able to find your data again, correct them or erase them.',
    ),
    ...topic(
      'Erase my data',
      'We erase your personal and medical data from the registry.',
      'It cannot be undone: erased data cannot be recovered.',
    ),
    createQuestion('What would you like to happen to your data?', [
      'Stop everything from today',
      'Make my data anonymous',
      'Erase my data',
    ]),
    ...topic(
      'In each case',
      'Your care stays the same.',
      'You leave the studies that are running, and your centre is told.',
      'Your access to MyConsent closes at once, for good.',
      'Data already handed over to a study or already published cannot be called back.',
      'The proof of the consents given and withdrawn stays. If you choose to make your data anonymous or to erase them, the proof no longer carries your name, and of its time only the year stays.',
      'If you make the data anonymous or erase them, a keyed fingerprint of your code, your tax code and your contacts stays too: its only use is that no file of the centre registers you again, unless you ask for it and confirm.',
    ),
  ],
}
