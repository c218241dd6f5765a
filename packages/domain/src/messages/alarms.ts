/**
 * Alarms about unusual numbers, each at most once a day (THREAT-14, THREAT-50). They go to the GlobalAdmins, and to the UserAdmins of the
 * area if one centre is the cause.
 */
export const alarmMessages = {
  /** `{centre}`, `{count}`, `{limit}`. */
  manyRegistrations: {
    subject: /*i18n*/ { id: 'message.alarm_registrations.subject', message: 'Centro {centre}: molti nuovi pazienti in 24 ore' },
    mail: /*i18n*/ {
      id: 'message.alarm_registrations.mail',
      message:
        'In 24 ore il centro {centre} ha registrato o provato a registrare {count} nuovi pazienti; il limite è {limit}. Se il centro non sta caricando i suoi pazienti, qualcuno può usare le sue credenziali: cambiate la password del centro e guardate il registro delle attività.\n\nIl limite è nell’impostazione new_patients_per_centre_day, la soglia di questo avviso in new_patients_alarm_per_centre_day.',
    },
  },
  /** `{actor}`, `{count}`, `{usual}`. */
  manyExports: {
    subject: /*i18n*/ { id: 'message.alarm_exports.subject', message: 'Esportazioni insolite di {actor}' },
    mail: /*i18n*/ {
      id: 'message.alarm_exports.mail',
      message:
        'In 24 ore {actor} ha esportato {count} righe; nei giorni in cui esporta sono di solito {usual}. Se non lo aspettavate, chiedete alla persona. Se non è stata lei, sospendete l’utente: le sue sessioni finiscono subito.\n\nLe esportazioni sono nell’elenco delle esportazioni; `pnpm registry affected` elenca i pazienti di un utente e di un periodo.',
    },
  },
  /** `{actor}`, `{count}`. */
  manyDenials: {
    subject: /*i18n*/ { id: 'message.alarm_refusals.subject', message: 'Molte richieste rifiutate a {actor}' },
    mail: /*i18n*/ {
      id: 'message.alarm_refusals.mail',
      message:
        'In 10 minuti {actor} ha chiesto {count} volte dati che non può vedere o che non esistono. Chi prova i dati di altri centri uno per uno fa così; anche un programma configurato male. Le richieste sono nel registro delle attività.',
    },
  },
  /** `{count}`, `{usual}`. */
  manyFailedSignIns: {
    subject: /*i18n*/ { id: 'message.alarm_sign_ins.subject', message: 'Molti accessi falliti' },
    mail: /*i18n*/ {
      id: 'message.alarm_sign_ins.mail',
      message:
        'Nell’ultima ora sono falliti {count} accessi; di solito sono {usual} in un’ora. I tentativi con un nome aspettano sempre più a lungo e nessuno resta escluso. Gli indirizzi da cui arrivano sono nel registro delle attività.',
    },
  },
  /** `{problem}`. */
  brokenEvidence: {
    subject: /*i18n*/ { id: 'message.alarm_evidence.subject', message: 'Registro o consensi modificati nel database' },
    mail: /*i18n*/ {
      id: 'message.alarm_evidence.mail',
      message:
        'La verifica ha trovato righe che non corrispondono a quelle scritte dal registro:\n\n{problem}\n\nConservate il database e i backup come sono, e informate il responsabile della protezione dei dati.',
    },
  },
  /** `{channel}`, `{centre}`, `{count}`. */
  centre: {
    subject: /*i18n*/ { id: 'message.alarm_centre.subject', message: 'Centro {centre}: limite giornaliero di {channel} raggiunto' },
    mail: /*i18n*/ {
      id: 'message.alarm_centre.mail',
      message:
        'I messaggi ({channel}) ai pazienti del centro {centre} hanno raggiunto il limite delle 24 ore. {count, plural, one {Un messaggio resta} other {# messaggi restano}} in attesa: partono quando il limite lo permette, o scadono.\n\nI limiti sono nelle impostazioni sms_per_centre_day e mail_per_centre_day.',
    },
  },
  /** `{channel}`, `{count}`. */
  day: {
    subject: /*i18n*/ { id: 'message.alarm_day.subject', message: 'Limite giornaliero di {channel} raggiunto' },
    mail: /*i18n*/ {
      id: 'message.alarm_day.mail',
      message:
        'I messaggi ({channel}) ai pazienti hanno raggiunto il limite delle 24 ore. {count, plural, one {Un messaggio resta} other {# messaggi restano}} in attesa: partono quando il limite lo permette, o scadono.\n\nI limiti sono nelle impostazioni sms_per_day e mail_per_day.',
    },
  },
  /** `{count}`. */
  spend: {
    subject: /*i18n*/ { id: 'message.alarm_spend.subject', message: 'Limite di spesa degli SMS raggiunto' },
    mail: /*i18n*/ {
      id: 'message.alarm_spend.mail',
      message:
        'Gli SMS degli ultimi 30 giorni hanno raggiunto il limite di spesa. {count, plural, one {Un SMS resta} other {# SMS restano}} in attesa: partono quando il limite lo permette, o scadono.\n\nIl limite è nell’impostazione sms_cents_per_30_days, il prezzo di una parte di SMS in sms_part_cents.',
    },
  },
  /** `{count}`. */
  prefix: {
    subject: /*i18n*/ { id: 'message.alarm_prefix.subject', message: 'SMS rifiutati: prefisso non ammesso' },
    mail: /*i18n*/ {
      id: 'message.alarm_prefix.mail',
      message:
        '{count, plural, one {Un SMS non è partito} other {# SMS non sono partiti}}: il prefisso del numero non è tra quelli ammessi. I prefissi ammessi sono nell’impostazione mobile_prefixes.',
    },
  },
} as const
