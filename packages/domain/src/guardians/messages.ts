/** Error messages about guardians (REQ-GRD-01). */
export const guardianErrorMessages = {
  guardian_birth_date_required: /*i18n*/ {
    id: 'error.guardian_birth_date_required',
    message: 'Per un genitore o un tutore di un minore serve la data di nascita del paziente',
  },
  guardian_not_minor: /*i18n*/ {
    id: 'error.guardian_not_minor',
    message: 'Con questa data di nascita il paziente è maggiorenne: controllala, o scegli un tutore o un amministratore di sostegno',
  },
  guardian_is_patient: /*i18n*/ {
    id: 'error.guardian_is_patient',
    message: 'Con questo recapito entra il paziente stesso, e un adulto non può essere il proprio tutore: indica il recapito del tutore',
  },
  guardian_contact_repeated: /*i18n*/ {
    id: 'error.guardian_contact_repeated',
    message: 'Un tutore di questo paziente ha già questo recapito: ogni tutore entra con il suo',
  },
  guardian_reason_required: /*i18n*/ {
    id: 'error.guardian_reason_required',
    message: 'La scheda indica già un tutore: scegli perché firma uno solo',
  },
  consent_assent_missing: /*i18n*/ {
    id: 'error.consent_assent_missing',
    message:
      'Il paziente ha risposto no, quindi un sì non vale: parlane con lui. Se cambia idea risponde prima di persona. Non è stato salvato nulla',
  },
  record_of_patient_only: /*i18n*/ {
    id: 'error.record_of_patient_only',
    message:
      'Dai 14 anni il registro mostra la cartella solo al paziente, che la legge con il suo accesso: se ti serve un dato, chiedi al centro',
  },
  withdrawal_request_missing: /*i18n*/ {
    id: 'error.withdrawal_request_missing',
    message: 'Non c’è una richiesta di cancellazione aperta: ricarica la pagina',
  },
  withdrawal_request_other_choice: /*i18n*/ {
    id: 'error.withdrawal_request_other_choice',
    message: 'È già aperta una richiesta con l’altra scelta: confermate tutti la stessa, oppure ritirate la richiesta e chiedete di nuovo',
  },
  withdrawal_request_unconfirmed: /*i18n*/ {
    id: 'error.withdrawal_request_unconfirmed',
    message: 'Manca la conferma di un tutore che deve firmare. Il registro gli ha scritto: la richiesta si esegue quando conferma',
  },
  withdrawal_request_early: /*i18n*/ {
    id: 'error.withdrawal_request_early',
    message: 'La richiesta si esegue 14 giorni dopo il giorno in cui è stata fatta, perché i tutori possano ripensarci',
  },
  consent_withdrawal_asked: /*i18n*/ {
    id: 'error.consent_withdrawal_asked',
    message:
      'È aperta una richiesta di cancellare i dati di questo paziente, e nessuno li usa. Per rispondere ai consensi i tutori ritirano prima la richiesta, nella pagina «Per chi rispondi?»',
  },
  guardian_contact_of_patient: /*i18n*/ {
    id: 'error.guardian_contact_of_patient',
    message: 'Entri con il tuo recapito di paziente: scegli «Io» e cambialo nella pagina «I tuoi dati»',
  },
  guardian_not_found: /*i18n*/ {
    id: 'error.guardian_not_found',
    message: 'Questo tutore non c’è o il suo incarico è già finito: ricarica la pagina',
  },
  birth_dates_differ: /*i18n*/ {
    id: 'error.birth_dates_differ',
    message:
      'È diversa dalla data di nascita della registrazione, che leggi nella scheda «Tutori»: correggi quella sbagliata, qui o con «Correggi la registrazione» nella scheda «Riepilogo». Fino ad allora la maggiore età segue la prima delle due',
  },
} as const
