import { useLingui } from '@lingui/react/macro'
import type { Withdrawal } from '@registry/api-contract/consents'

export type Choice = Withdrawal['choice']
export type ChoiceWords = { readonly choice: Choice; readonly name: string; readonly happens: string; readonly undone: string }

/** The three ways out, the mildest first, each with what it does and what nobody can take back (D8). */
export const useChoices = (): readonly ChoiceWords[] => {
  const { t } = useLingui()
  return [
    {
      choice: 'v1',
      name: t`Fermare tutto da oggi`,
      happens: t`Non raccogliamo più nulla su di te e non ti scriviamo più. Quello che abbiamo raccolto finora resta nel registro e può ancora servire alla ricerca.`,
      undone: t`Da qui non potrai più tornare indietro: per ogni domanda rivolgiti al tuo centro.`,
    },
    {
      choice: 'v2',
      name: t`Rendere anonimi i miei dati`,
      happens: t`Distruggiamo il tuo nome, i tuoi contatti e i tuoi dati personali. I dati medici restano senza di essi: di ogni data l’anno, la regione al posto del centro, i valori misurati arrotondati, nessun testo libero. Quello che hai in comune con meno di quattro altre persone viene tolto o reso più generico.`,
      undone: t`Non si può annullare: nemmeno noi potremo più ritrovare i tuoi dati, correggerli o cancellarli.`,
    },
    {
      choice: 'v3',
      name: t`Cancellare i miei dati`,
      happens: t`Cancelliamo dal registro i tuoi dati personali e medici.`,
      undone: t`Non si può annullare: i dati cancellati non si recuperano.`,
    },
  ]
}

/** What follows whatever is chosen (D8). */
export const useConsequences = (): readonly string[] => {
  const { t } = useLingui()
  return [
    t`Le tue cure restano le stesse.`,
    t`Esci dagli studi in corso e il tuo centro viene avvisato.`,
    t`Il tuo accesso a MyConsent si chiude per sempre, subito.`,
    t`I dati già consegnati a uno studio o già pubblicati non si possono richiamare.`,
    t`Resta la prova dei consensi dati e ritirati. Se scegli di rendere anonimi o di cancellare i dati, la prova non porta più il tuo nome, e del momento resta solo l’anno.`,
    t`Se rendi anonimi o cancelli i dati resta anche un’impronta cifrata del tuo codice, del codice fiscale e dei tuoi contatti: serve solo a non registrarti di nuovo con un file del centro, se non lo chiedi e non lo confermi tu.`,
  ]
}
