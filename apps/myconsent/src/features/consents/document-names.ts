import { useLingui } from '@lingui/react/macro'

export const useDocumentNames = () => {
  const { t } = useLingui()
  return {
    information: t`Informazioni`,
    preliminary: t`Domande preliminari`,
    consents: t`Consensi`,
    withdrawal: t`Ritiro`,
  } as const
}
