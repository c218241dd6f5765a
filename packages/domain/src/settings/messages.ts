/** Error messages of the global configuration (REQ-ADM-14). */
export const settingMessages = {
  setting_wrong: /*i18n*/ { id: 'error.setting_wrong', message: 'Inserisci un numero intero da {min} a {max}' },
  setting_changed: /*i18n*/ {
    id: 'error.setting_changed',
    message: '{who} ha già modificato questo parametro ({value}): riapri la pagina, poi ripeti la tua modifica',
  },
} as const
