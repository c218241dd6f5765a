import { useLingui } from '@lingui/react/macro'

/** Names who saved something: staff by their user name, a patient, a guardian or a centre's program by what they are. */
export const useActorName = () => {
  const { t } = useLingui()
  const kinds = { patient: t`paziente`, guardian: t`tutore`, center: t`programma del centro` }
  return (actor: string): string => {
    const [, kind] = /^(patient|guardian|center) /.exec(actor) ?? []
    return kind === 'patient' || kind === 'guardian' || kind === 'center' ? kinds[kind] : actor
  }
}
