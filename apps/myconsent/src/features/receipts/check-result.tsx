import { useLingui } from '@lingui/react/macro'
import type { ReceiptCheck } from '@registry/api-contract/receipts'
import { showMoment } from '@registry/ui/language/format.ts'
import { FactList } from '@registry/ui/layout/fact-list.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import classes from './receipt-check.module.css'

export type CheckedBy = 'code' | 'file'
type ValidCheck = Extract<ReceiptCheck, { valid: true }>
type Props = { readonly by: CheckedBy; readonly check: ReceiptCheck }

/** The result of a check: day, version and state, but no answer (REQ-CON-16). */
export const CheckResult = ({ by, check }: Props) => {
  const { t } = useLingui()
  if (check.valid) return <ValidReceipt check={check} />
  return by === 'code' ? (
    <Notice status="error" title={t`Nessuna ricevuta valida ha questo codice`}>
      {t`Controlla di averlo scritto bene. Se hai il file, scegli il file: la verifica funziona anche quando il registro non conserva più la ricevuta.`}
    </Notice>
  ) : (
    <Notice status="error" title={t`Il file non è una ricevuta valida`}>
      {t`Non è una ricevuta di questo registro, oppure qualcosa nel file è cambiato. Scegli il file così come lo hai scaricato o ricevuto.`}
    </Notice>
  )
}

const ValidReceipt = ({ check: { at, version, state } }: { readonly check: ValidCheck }) => {
  const { t } = useLingui()
  const states = {
    newest: t`Sono le risposte più recenti di questa persona.`,
    replaced: t`Dopo, questa persona ha dato altre risposte: queste non sono più le più recenti.`,
    withdrawn: t`Dopo, questa persona si è ritirata dal registro.`,
    not_kept: t`Il registro non conserva più questa ricevuta.`,
  } as const satisfies Record<ValidCheck['state'], string>
  const rows = [
    [t`Risposte date il`, showMoment(at)],
    [t`Testo dei consensi`, t`versione ${version}`],
  ] as const
  return (
    <Notice status="yes" title={t`La ricevuta è valida`}>
      {t`Il registro l’ha firmata e nessuno l’ha cambiata.`}
      <FactList facts={rows} className={classes.details} />
      {states[state]}
    </Notice>
  )
}
