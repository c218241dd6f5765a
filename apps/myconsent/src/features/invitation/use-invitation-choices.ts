import { useLingui } from '@lingui/react/macro'
import { unansweredDays } from '@registry/domain/access/sign-in-policy'

type Choice = { readonly name: string; readonly effects: readonly string[]; readonly action: string }

/** The texts of both choices: name, effects and button (REQ-PAT-04). */
export const useInvitationChoices = (invitedBy: string): Readonly<Record<'stay' | 'move', Choice>> => {
  const { t } = useLingui()
  return {
    stay: {
      name: t`Resto con il mio account`,
      effects: [
        t`Il tuo account, i tuoi consensi e i tuoi dati restano come sono.`,
        t`La registrazione di ${invitedBy} resta «invitata» e finisce ${unansweredDays} giorni dopo che il centro l’ha fatta.`,
        t`${invitedBy} vede solo che non c’è stata risposta: non sa che hai già un account.`,
      ],
      action: t`Resto`,
    },
    move: {
      name: t`Passo a ${invitedBy}`,
      effects: [
        t`Il tuo recapito passa alla nuova registrazione: scegli subito una nuova password, e poi i tuoi consensi.`,
        t`La registrazione del centro che ti segue ora si chiude: i dati raccolti finora restano utilizzabili per la ricerca, non se ne raccolgono altri e non li vedi più in MyConsent.`,
        t`Il centro che ti segue ora riceve un’e-mail: sei passato a un altro centro, senza dire quale.`,
        t`Non si può annullare.`,
      ],
      action: t`Passo al nuovo centro`,
    },
  }
}
