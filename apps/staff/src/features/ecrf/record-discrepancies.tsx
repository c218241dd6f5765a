import { useLingui } from '@lingui/react/macro'
import type { Discrepancy } from '@registry/api-contract/discrepancies'
import { groupFacts } from '@registry/domain/discrepancies/facts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { useState } from 'react'
import { FactTable } from '../../discrepancies/fact-table.tsx'
import { AnswerDialog } from '../../discrepancies/answer-dialog.tsx'
import { TakeComputedDialog } from '../../discrepancies/take-computed-dialog.tsx'

type Props = { readonly discrepancies: readonly Discrepancy[]; readonly readOnly: boolean }

/** The open and answered discrepancies of the record by fact. Each leads to its field and can be answered (REQ-CRF-10). */
export const RecordDiscrepancies = ({ discrepancies, readOnly }: Props) => {
  const { t } = useLingui()
  const [answering, setAnswering] = useState<readonly Discrepancy[]>()
  const [taking, setTaking] = useState<readonly Discrepancy[]>()
  if (discrepancies.length === 0)
    return <EmptyState title={t`Nessuna segnalazione`}>{t`I controlli non hanno trovato nulla in questa cartella.`}</EmptyState>
  const inState = (state: Discrepancy['state']) => groupFacts<Discrepancy>(discrepancies.filter((one) => one.state === state))
  return (
    <>
      <FactTable
        label={t`Segnalazioni della cartella`}
        facts={[...inState('open'), ...inState('answered')]}
        hasPatients={false}
        {...(!readOnly && { onAnswer: setAnswering, onTakeComputed: setTaking })}
      />
      {answering && <AnswerDialog discrepancies={answering} onClose={() => setAnswering(undefined)} />}
      {taking && <TakeComputedDialog discrepancies={taking} onClose={() => setTaking(undefined)} />}
    </>
  )
}
