/** Mail to the GlobalAdmins about an export that could identify a person (THREAT-33). It has no value and no patient. */
export const exportAlarmMessages = {
  subject: /*i18n*/ { id: 'message.export_alarm.subject', message: 'Un’esportazione da controllare' },
  few_rows: /*i18n*/ {
    id: 'message.export_alarm.few_rows',
    message:
      'L’esportazione {exportId} del filtro {filterId}, fatta da {by} come {role}, ha solo {count} righe: con così poche righe una persona può essere riconosciuta. Chiedi a chi l’ha fatta a che cosa serve.\n\n{link}',
  },
  few_differences: /*i18n*/ {
    id: 'message.export_alarm.few_differences',
    message:
      'L’esportazione {exportId} del filtro {filterId}, fatta da {by} come {role}, differisce di soli {count} pazienti dall’esportazione {other}: confrontandole si leggono i dati di quei pazienti. Chiedi a chi le ha fatte a che cosa servono.\n\n{link}',
  },
} as const
