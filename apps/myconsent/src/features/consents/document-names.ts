import { useLingui } from '@lingui/react/macro'

export const useDocumentNames = () => {
  const { t } = useLingui()
  return {
    information: t`Informazioni`,
    preliminary: t`Domande preliminari`,
    consents: t`Consensi`,
    assent_child: t`Per te, che hai meno di 18 anni`,
    assent_adolescent: t`Per te, che hai meno di 18 anni`,
    withdrawal: t`Ritiro`,
  } as const
}
