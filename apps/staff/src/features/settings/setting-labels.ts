import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { SettingKey } from '@registry/domain/settings/settings'

type Label = { readonly name: MessageDescriptor; readonly hint: MessageDescriptor }

const labels = {
  password_day_duration: {
    name: msg`Durata delle password, in giorni`,
    hint: msg`Da 0 a 3650. Con 0 le password non scadono; altrimenti chi entra con una password più vecchia ne sceglie un’altra.`,
  },
  password_min_strength: {
    name: msg`Forza minima delle password`,
    hint: msg`Da 0, qualsiasi, a 4, molto forte. Vale per le password scelte da ora in poi.`,
  },
  otp_minute_duration: {
    name: msg`Durata dei codici di accesso, in minuti`,
    hint: msg`Da 1 a 10. Vale per i codici inviati da ora in poi.`,
  },
  anonymous_publish_days: {
    name: msg`Giorni fra due pubblicazioni delle schede anonime`,
    hint: msg`Da 0 a 365. Con 0 si pubblica dopo ogni ritiro. In ogni caso solo gruppi di almeno cinque schede uguali.`,
  },
  guardian_signatures: {
    name: msg`Firme dei tutori per un sì`,
    hint: msg`1 o 2. Con 2 un sì vale quando hanno firmato due tutori, se la scheda ne indica due che devono firmare.`,
  },
  assent_age: {
    name: msg`Età dalla quale si chiede l’assenso del minore`,
    hint: msg`Da 0 a 18. Anche un bambino più piccolo può darlo, se viene ascoltato.`,
  },
  assent_blocks: {
    name: msg`Il no del minore impedisce il sì dei tutori`,
    hint: msg`Senza questa scelta il no del minore resta scritto, e il sì dei tutori vale lo stesso.`,
  },
  majority_grace_days: {
    name: msg`Giorni dopo i 18 anni per rispondere di persona`,
    hint: msg`Da 0 a 365. Poi le risposte dei tutori decadono, finché la persona non risponde.`,
  },
  minor_sees_record_age: {
    name: msg`Età dalla quale un minore con un accesso vede la propria scheda`,
    hint: msg`Da 0 a 18.`,
  },
  guardian_sees_from_14: {
    name: msg`Che cosa vede un tutore della scheda dopo i 14 anni`,
    hint: msg`Riguarda i dati clinici.`,
  },
  record_delay_days: {
    name: msg`Giorni prima che il paziente legga un valore clinico nuovo`,
    hint: msg`Da 0 a 30. Con 0 lo legge subito. Altrimenti legge che il valore c’è e da quale giorno può leggerlo. La scheda per le emergenze ha sempre i valori attuali.`,
  },
  observation_difference_percent: {
    name: msg`Differenza fra valore riportato e valore calcolato, in percento`,
    hint: msg`Da 0 a 100. Oltre questa differenza si apre una segnalazione. Vale per gli esami e i valori che arrivano da ora in poi.`,
  },
  staff_totp_required: {
    name: msg`App di autenticazione obbligatoria per gli operatori`,
    hint: msg`Chi non ha ancora un’app la aggiunge prima di poter continuare, anche se è già entrato.`,
  },
} as const satisfies Record<SettingKey, Label>

/** The names, explanations and values of settings in the reader's language. */
export const useSettingLabels = () => {
  const { t } = useLingui()
  return {
    formatName: (key: SettingKey): string => t(labels[key].name),
    formatHint: (key: SettingKey): string => t(labels[key].hint),
    formatValue: (value: string): string => {
      if (value === 'true') return t`Sì`
      if (value === 'false') return t`No`
      if (value === 'all') return t`Tutto`
      return value === 'none' ? t`Niente` : value
    },
  }
}
