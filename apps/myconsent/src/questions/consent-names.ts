import { useLingui } from '@lingui/react/macro'

/** The short name of each consent that the home page and the studies mention. */
export const useConsentNames = () => {
  const { t } = useLingui()
  return {
    c_db_p: t`Uso dei tuoi dati personali`,
    c_db_m: t`Uso dei tuoi dati clinici`,
    c_s: t`Contatto per nuovi studi clinici`,
    c_extraeu: t`Dati fuori dall’Unione europea`,
    c_p_db: t`Dati in banche dati pubbliche`,
    c_f: t`Dati ad aziende farmaceutiche`,
  } as const
}
