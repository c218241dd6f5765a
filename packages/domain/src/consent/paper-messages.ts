/** Error messages of consents on paper and at the desk (REQ-CON-31, REQ-CON-32, REQ-CON-33). */
export const paperConsentMessages = {
  paper_form_unknown: /*i18n*/ {
    id: 'error.paper_form_unknown',
    message: 'Nessun modulo di questo paziente ha questo numero: controlla il numero in alto sul modulo e la cartella aperta',
  },
  paper_form_used: /*i18n*/ {
    id: 'error.paper_form_used',
    message: 'Questo modulo è già stato registrato: per risposte nuove stampa un modulo nuovo',
  },
  paper_signed_wrong: /*i18n*/ {
    id: 'error.paper_signed_wrong',
    message: 'Il giorno della firma non può essere dopo oggi',
  },
  paper_signers_wrong: /*i18n*/ {
    id: 'error.paper_signers_wrong',
    message: 'Scegli chi ha firmato: il paziente o i suoi tutori in questa cartella',
  },
  paper_answers_missing: /*i18n*/ {
    id: 'error.paper_answers_missing',
    message: 'Scrivi almeno una risposta del modulo',
  },
  scan_wrong_type: /*i18n*/ {
    id: 'error.scan_wrong_type',
    message: 'Il file non è un PDF, un JPEG o un PNG: scansiona di nuovo il modulo',
  },
  scan_too_large: /*i18n*/ {
    id: 'error.scan_too_large',
    message: 'Il file supera 10 MB: scansiona il modulo con una risoluzione più bassa',
  },
  scan_has_scripts: /*i18n*/ {
    id: 'error.scan_has_scripts',
    message: 'Il PDF contiene script, allegati o è protetto: scansiona di nuovo il modulo, senza altri programmi',
  },
  paper_consent_decided: /*i18n*/ {
    id: 'error.paper_consent_decided',
    message: 'Un’altra persona ha già verificato o rifiutato questo modulo: ricarica l’elenco',
  },
  paper_consent_scan_unread: /*i18n*/ {
    id: 'error.paper_consent_scan_unread',
    message: 'Apri la scansione di questo modulo e confrontala con le risposte: poi lo puoi verificare.',
  },
  paper_consent_own: /*i18n*/ {
    id: 'error.paper_consent_own',
    message: 'Hai registrato tu questo modulo: lo verifica un’altra persona del centro',
  },
  paper_consent_signers: /*i18n*/ {
    id: 'error.paper_consent_signers',
    message: 'Le firme non bastano: quel giorno doveva firmare il paziente, o ogni tutore che deve firmare',
  },
  paper_consent_of_age: /*i18n*/ {
    id: 'error.paper_consent_of_age',
    message: 'Il paziente è diventato maggiorenne: il modulo firmato dai tutori non vale più, e il paziente risponde di persona',
  },
  desk_link_ended: /*i18n*/ {
    id: 'error.desk_link_ended',
    message: 'Il link non è più valido: funziona una volta sola e per 30 minuti. Chiedi al centro di prepararne un altro',
  },
} as const
