/** Notifications of a withdrawal to patient and centre (REQ-CON-10). `{code}` is the CENTER_ID of the patient. */
export const withdrawalMessages = {
  receipt: {
    subject: /*i18n*/ { id: 'message.withdrawal.subject', message: 'Il tuo ritiro dal registro' },
    v1: /*i18n*/ {
      id: 'message.withdrawal.v1',
      message:
        'Abbiamo registrato il tuo ritiro. Da ora non raccogliamo nuovi dati su di te e non ti scriveremo più. Quanto raccolto finora resta utilizzabile per la ricerca. Non puoi più entrare in MyConsent: per ogni domanda rivolgiti al tuo centro.',
    },
    v2: /*i18n*/ {
      id: 'message.withdrawal.v2',
      message:
        'Abbiamo registrato il tuo ritiro. Il tuo nome, i tuoi contatti, i tuoi dati personali e clinici sono stati distrutti e non si possono recuperare. Resta al più una scheda di dieci classi, senza date, valori misurati e testi. Nessuno la legge finché non ce ne sono almeno cinque uguali, che sono pubblicate insieme. I dati già consegnati a studi conclusi non si possono richiamare. Questo è l’ultimo messaggio che ricevi dal registro.',
    },
    v3: /*i18n*/ {
      id: 'message.withdrawal.v3',
      message:
        'Abbiamo registrato il tuo ritiro. I tuoi dati personali e clinici sono stati cancellati dal registro. I dati già consegnati a studi conclusi non si possono richiamare. Questo è l’ultimo messaggio che ricevi dal registro.',
    },
  },
  /** Added to the receipt if exported files held the person: `{link}` (REQ-CON-17). */
  deletionRequests: {
    mail: /*i18n*/ {
      id: 'message.withdrawal.deletion_requests.mail',
      message:
        'Alcuni file esportati contenevano i tuoi dati. Abbiamo chiesto a chi li ha di cancellarli e di confermarlo. Qui vedi quanti lo hanno confermato:\n\n{link}\n\nL’indirizzo contiene il tuo codice, che funziona fino al {day}. Conservalo: non lo possiamo mandare di nuovo, e non dice chi sei.',
    },
    sms: /*i18n*/ {
      id: 'message.withdrawal.deletion_requests.sms',
      message: 'Chi ha cancellato i file esportati con i tuoi dati (fino al {day}): {link}',
    },
  },
  /** To an anonymised or erased person who, as the centre states, wants to return (REQ-PAT-06): `{centre}`, `{link}`, `{days}`. */
  reregistration: {
    subject: /*i18n*/ { id: 'message.reregistration.subject', message: 'Vuoi tornare nel registro?' },
    mail: /*i18n*/ {
      id: 'message.reregistration.mail',
      message:
        '{centre} ci dice che hai chiesto di tornare nel registro, da cui ti eri ritirato.\n\nSe è così, apri questo indirizzo entro {days, plural, one {# giorno} other {# giorni}} e conferma:\n\n{link}\n\nSe non lo hai chiesto, non fare nulla: senza la tua conferma non ti registriamo.',
    },
    sms: /*i18n*/ {
      id: 'message.reregistration.sms',
      message:
        '{centre} dice che hai chiesto di tornare nel registro. Se è così, conferma entro {days, plural, one {# giorno} other {# giorni}}: {link} Altrimenti non fare nulla.',
    },
  },
  centre: {
    subject: /*i18n*/ { id: 'message.withdrawal.centre.subject', message: 'Un paziente del tuo centro si è ritirato' },
    v1: /*i18n*/ {
      id: 'message.withdrawal.centre.v1',
      message:
        'Il paziente con codice {code} del centro {centre} si è ritirato dal registro. Ha scelto di fermare tutto: i dati raccolti finora restano utilizzabili per la ricerca e non se ne raccolgono altri. Non inviare più i suoi dati: il registro rifiuta le righe con questo codice.',
    },
    v2: /*i18n*/ {
      id: 'message.withdrawal.centre.v2',
      message:
        'Il paziente con codice {code} del centro {centre} si è ritirato dal registro. Ha scelto di rendere anonimi i suoi dati: il nome, i contatti, i dati personali e clinici sono stati distrutti; resta al più una scheda di dieci classi, senza date, valori e testi. Non inviare più i suoi dati: il registro rifiuta le righe con questo codice.',
    },
    v3: /*i18n*/ {
      id: 'message.withdrawal.centre.v3',
      message:
        'Il paziente con codice {code} del centro {centre} si è ritirato dal registro. Ha scelto di cancellare i suoi dati: i dati personali e clinici sono stati cancellati dal registro. Non inviare più i suoi dati: il registro rifiuta le righe con questo codice.',
    },
  },
} as const

/** The code with which a person confirms answers on a device of the centre (REQ-CON-33). `{code}`, `{minutes}` and `{host}`. */
export const deskCodeMessages = {
  subject: /*i18n*/ { id: 'message.desk_code.subject', message: 'Il codice per confermare i consensi al centro' },
  mail: /*i18n*/ {
    id: 'message.desk_code.mail',
    message:
      'Il codice per confermare le risposte date sul dispositivo del tuo centro è {code}\n\nVale {minutes, plural, one {# minuto} other {# minuti}}, una volta sola. Scrivilo tu, dopo aver riletto le risposte.\n\nSe non sei al centro adesso, non darlo a nessuno e avvisa il centro.',
  },
  sms: /*i18n*/ {
    id: 'message.desk_code.sms',
    message:
      '{code} è il codice per confermare le risposte date al tuo centro, entro {minutes, plural, one {# minuto} other {# minuti}}. Se non sei al centro, non darlo a nessuno.\n\n@{host} #{code}',
  },
} as const
