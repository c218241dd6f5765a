import { Button } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import type { DecisionResult } from '@registry/api-contract/study-candidates'
import { loggedRead, ownFailures } from '@registry/app-shell/query-client.ts'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { useLeaveGuard } from '../../app/use-leave-guard.ts'
import layout from '../../layout/layout.module.css'
import { CandidateGrid, type Decisions } from './candidate-grid.tsx'
import classes from './studies.module.css'
import { useRefreshStudy } from './use-refresh-study.ts'

const pageSize = 1000
const none: Decisions = new Map()

/** The candidates on screen, decided row by row and stored together (REQ-STU-06). */
export const CandidateDecisions = ({ study }: { readonly study: Study }) => {
  const { t } = useLingui()
  const [offset, setOffset] = useState(0)
  const [decisions, setDecisions] = useState(none)
  const [failure, setFailure] = useState<string>()
  const refresh = useRefreshStudy()
  const list = useQuery({
    ...trpc.studies.candidates.queryOptions({ id: study.id, offset, limit: pageSize }),
    ...loggedRead,
  })
  const decide = useMutation(trpc.studies.decideCandidates.mutationOptions(ownFailures))
  useLeaveGuard(decisions.size > 0, {
    title: t`Decisioni non registrate`,
    text: t`Se esci ora, le decisioni che non hai registrato vanno perse.`,
    confirm: t`Esci senza registrare`,
    destructive: true,
  })
  const stored = list.data?.rows
  const onDecide = useCallback(
    (code: string, approved: boolean | null): void =>
      setDecisions((before) => {
        const next = new Map(before).set(code, approved)
        const isStored = stored?.some((one) => one.centrePatientCode === code && one.approved === approved)
        if (isStored) next.delete(code)
        return next
      }),
    [stored],
  )
  const undecided = (stored ?? []).filter(
    ({ approved, matches, centrePatientCode }) => approved === null && matches && !decisions.has(centrePatientCode),
  )
  const approveUndecided = (): void =>
    setDecisions((before) => new Map([...before, ...undecided.map(({ centrePatientCode }) => [centrePatientCode, true] as const)]))
  const save = async (): Promise<void> => {
    const approvals = [...decisions.values()].filter((approved) => approved === true).length
    const invitation =
      study.endDate === null
        ? t`Gli approvati riceveranno l’invito quando lo studio si apre ai pazienti.`
        : t`Gli approvati ricevono subito l’invito.`
    const refusal = t`Chi non è più approvato perde l’invito a cui non ha risposto.`
    const text = `${t`${plural(approvals, { one: '# paziente approvato.', other: '# pazienti approvati.' })}`} ${invitation} ${refusal}`
    if (!(await askConfirmation({ title: t`Registrare le decisioni?`, text, confirm: t`Registra` }))) return
    setFailure(undefined)
    try {
      const input = [...decisions].map(([centrePatientCode, approved]) => ({ centrePatientCode, approved }))
      await decide.mutateAsync({ id: study.id, decisions: input })
      setDecisions(none)
      await Promise.all([list.refetch(), refresh()])
    } catch (error) {
      setFailure(describeFailure(error))
    }
  }
  if (list.error) return <Notice status="error">{describeFailure(list.error)}</Notice>
  if (!list.data) return <BlockSkeleton height={600} />
  const { rows, total, conditions } = list.data
  if (total === 0)
    return <EmptyState title={t`Nessun candidato`}>{t`Oggi il filtro dello studio non sceglie nessun paziente del tuo centro.`}</EmptyState>
  const last = Math.min(offset + pageSize, total)
  const first = offset + 1
  return (
    <>
      <p role="status" className={classes.note}>
        {t`${plural(total, { one: '# candidato', other: '# candidati' })}`}
        {total > pageSize && t`; qui da ${first} a ${last}`}
      </p>
      <div className={layout.buttons}>
        <Button disabled={decisions.size === 0} loading={decide.isPending} onClick={() => void save()}>
          {decisions.size === 0
            ? t`Registra le decisioni`
            : t`${plural(decisions.size, { one: 'Registra # decisione', other: 'Registra # decisioni' })}`}
        </Button>
        {undecided.length > 1 && (
          <Button variant="default" onClick={approveUndecided}>
            {t`${plural(undecided.length, { one: 'Approva # da decidere', other: 'Approva tutti i # da decidere' })}`}
          </Button>
        )}
        {total > pageSize && (
          <>
            <Button variant="default" disabled={offset === 0} onClick={() => setOffset(offset - pageSize)}>{t`Precedenti`}</Button>
            <Button variant="default" disabled={last === total} onClick={() => setOffset(last)}>{t`Successivi`}</Button>
          </>
        )}
      </div>
      {failure !== undefined && <Notice status="error">{failure}</Notice>}
      {decide.data && decisions.size === 0 && <Result result={decide.data} />}
      <CandidateGrid candidates={rows} conditions={conditions} decisions={decisions} onDecide={onDecide} />
    </>
  )
}

const Result = ({ result: { changed, invited, refused } }: { readonly result: DecisionResult }) => {
  const { t } = useLingui()
  const stored = t`${plural(changed, { one: '# decisione registrata', other: '# decisioni registrate' })}`
  const sent = t`${plural(invited, { one: '# paziente invitato', other: '# pazienti invitati' })}`
  return (
    <Notice status={refused.length === 0 ? 'yes' : 'error'} title={`${stored}, ${sent}`}>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ centrePatientCode, message }) => (
            <li key={centrePatientCode}>
              {centrePatientCode}: {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
