/** Texts of the consent receipts: the printed document and the message after saving (REQ-CON-15). */
export const receiptMessages = {
  document: {
    title: /*i18n*/ { id: 'receipt.title', message: 'Ricevuta dei consensi' },
    introduction: /*i18n*/ {
      id: 'receipt.introduction',
      message:
        'Questa ricevuta dice che cosa ti è stato chiesto e che cosa hai risposto, con le parole che hai letto. Non contiene il tuo nome né i tuoi contatti: al loro posto c’è uno pseudonimo. Il registro l’ha firmata: se qualcuno modifica il file, la verifica se ne accorge.',
    },
    code: /*i18n*/ { id: 'receipt.code', message: 'Codice della ricevuta' },
    givenAt: /*i18n*/ { id: 'receipt.given_at', message: 'Risposte date il' },
    registeredAt: /*i18n*/ { id: 'receipt.registered_at', message: 'Risposte registrate il' },
    paper: /*i18n*/ { id: 'receipt.paper', message: 'Su carta' },
    paperForm: /*i18n*/ {
      id: 'receipt.paper_form',
      message: 'Modulo {number}, firmato il {day}, registrato da {recordedBy} e verificato da {verifiedBy}',
    },
    /** Above the answers of a minor, or of a person with a guardian (REQ-GRD-03). */
    assent: /*i18n*/ {
      id: 'receipt.assent',
      message:
        'Questa ricevuta contiene il tuo assenso: dice che sei d’accordo, ma da sola non permette di usare i tuoi dati. Il consenso lo dà chi ti rappresenta, cioè un genitore, un tutore o un amministratore di sostegno. Un tuo No vale subito.',
    },
    answerOfAssent: /*i18n*/ { id: 'receipt.answer_of_assent', message: '{answer} (assenso)' },
    texts: /*i18n*/ { id: 'receipt.texts', message: 'Testi letti' },
    versions: /*i18n*/ {
      id: 'receipt.versions',
      message: 'Consensi versione {consents}, domande preliminari versione {preliminary}, informazioni versione {information}',
    },
    /** An older program shows its own information text (docs/policies.md). */
    versionsOfOldProgram: /*i18n*/ {
      id: 'receipt.versions_of_old_program',
      message:
        'Consensi versione {consents}, domande preliminari versione {preliminary}; le informazioni erano quelle del programma che hai usato',
    },
    controller: /*i18n*/ { id: 'receipt.controller', message: 'Titolare del trattamento' },
    contact: /*i18n*/ { id: 'receipt.contact', message: 'Responsabile della protezione dei dati' },
    notStated: /*i18n*/ { id: 'receipt.not_stated', message: 'non ancora indicato' },
    pseudonym: /*i18n*/ { id: 'receipt.pseudonym', message: 'Il tuo pseudonimo' },
    textHash: /*i18n*/ { id: 'receipt.text_hash', message: 'Impronta del testo (SHA-256)' },
    ledgerEntry: /*i18n*/ { id: 'receipt.ledger_entry', message: 'Codice di controllo' },
    answers: /*i18n*/ { id: 'receipt.answers', message: 'Domande e risposte' },
    preliminary: /*i18n*/ { id: 'receipt.preliminary', message: 'Domande preliminari' },
    answer: /*i18n*/ { id: 'receipt.answer', message: 'Risposta' },
    verification: /*i18n*/ { id: 'receipt.verification', message: 'Come verificare la ricevuta' },
    /** Above the pseudonym and the code of control, which only a verification needs. */
    technicalNote: /*i18n*/ { id: 'receipt.technical_note', message: 'Per chi verifica' },
    howToVerify: /*i18n*/ {
      id: 'receipt.how_to_verify',
      message:
        'Apri questo indirizzo, oppure scrivi il codice della ricevuta o scegli il file nella pagina di verifica. La pagina dice se la ricevuta è valida e se le risposte sono le più recenti, ma non mostra le risposte.',
    },
  },
  /**
   * After each save: `{link}` is the verification page and `{origin}` MyConsent. `{assent}` is `yes` for answers that open nothing alone
   * (REQ-GRD-03); a guardian gets them of a minor without a contact. An SMS contains nothing about health.
   */
  notification: {
    subject: /*i18n*/ {
      id: 'message.receipt.subject',
      message: 'La ricevuta {assent, select, yes {dell’assenso} other {delle tue risposte}}',
    },
    mail: /*i18n*/ {
      id: 'message.receipt.mail',
      message:
        'Abbiamo registrato le {assent, select, yes {risposte ai consensi. Sono un assenso: chi ha risposto dice se è d’accordo, ma un suo Sì da solo non permette di usare i dati. Il consenso lo dà chi rappresenta il paziente, cioè un genitore, un tutore o un amministratore di sostegno. Un No invece vale subito.} other {tue risposte ai consensi.}} In allegato trovi la ricevuta in PDF, firmata dal registro: contiene le domande, le tue risposte e lo pseudonimo che ti indica. Non contiene il tuo nome, i tuoi contatti né dati clinici.\n\nLa trovi anche in MyConsent, in PDF e in JSON:\n\n{origin}\n\nIn questa pagina puoi verificare che nessuno abbia cambiato la ricevuta:\n\n{link}\n\nSe non hai risposto tu, entra in MyConsent, cambia la password e rivolgiti al tuo centro.',
    },
    sms: /*i18n*/ {
      id: 'message.receipt.sms',
      message:
        'MyConsent: la ricevuta {assent, select, yes {dell’assenso è pronta. Da solo non permette di usare i dati} other {delle tue risposte è pronta}}. Entra per scaricarla: {origin}',
    },
  },
} as const
