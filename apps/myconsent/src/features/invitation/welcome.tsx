import { useLingui } from '@lingui/react/macro'
import { LanguageFlags } from '@registry/ui/language/flags.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import classes from './welcome.module.css'

type Props = { readonly centre: string; readonly contact: string; readonly isGuardian: boolean }

/**
 * The greeting of an invited person: who invites and why, and what happens next. It names neither the person nor the disease, because a
 * mistyped contact belongs to a stranger (REQ-PAT-08, THREAT-11).
 */
export const Welcome = ({ centre, contact, isGuardian }: Props) => {
  const { t } = useLingui()
  const steps = [
    t`Scegli una password.`,
    t`Ti mandiamo un codice per entrare, a ${contact}.`,
    t`Leggi con calma e decidi. Puoi dire no, e puoi rispondere un altro giorno.`,
  ]
  return (
    <>
      <PageHeading
        title={t`Ti diamo il benvenuto in MyConsent`}
        lead={
          isGuardian
            ? t`${centre} partecipa a un registro di ricerca e ti ha indicato come genitore, tutore o amministratore di sostegno di un paziente. Qui leggi che cosa fa il registro e rispondi per lui: decidi se e come può usare i suoi dati. Le sue cure non cambiano, qualunque cosa tu decida.`
            : t`Il tuo centro, ${centre}, partecipa a un registro di ricerca e ti invita nella tua area personale. Qui leggi che cosa fa il registro e decidi tu se e come può usare i tuoi dati. Le tue cure non cambiano, qualunque cosa tu decida.`
        }
      />
      <LanguageFlags size="large" />
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h2 className={classes.title}>{t`Scegli la tua password`}</h2>
    </>
  )
}
