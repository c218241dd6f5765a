import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { history, trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { studyAreas } from './study-areas.ts'
import classes from './studies.module.css'
import { useStoreStudy } from './use-store-study.ts'

type Props = {
  readonly study: Study
  /** The patients with an invitation that they have not answered, rounded to a multiple of five; null for fewer (REQ-UI-17). */
  readonly waiting: number | null
}

/** Ends, suspends, reactivates or deletes a study. Each question states what happens to the invitations (REQ-STU-12). */
export const StudyActions = ({ study, waiting }: Props) => {
  const { t } = useLingui()
  const store = useStoreStudy(studyAreas.ga)
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  // A second operation before the answer of the first would name an old version of the study.
  const [busy, setBusy] = useState(false)
  const terminate = useMutation(trpc.studies.terminate.mutationOptions(ownFailures))
  const suspend = useMutation(trpc.studies.suspend.mutationOptions(ownFailures))
  const reactivate = useMutation(trpc.studies.reactivate.mutationOptions(ownFailures))
  const remove = useMutation(trpc.studies.remove.mutationOptions(ownFailures))
  const invitations =
    waiting === null
      ? t`Meno di cinque pazienti, o nessuno, hanno un invito a cui non hanno risposto.`
      : t`Circa ${waiting} pazienti hanno un invito a cui non hanno risposto.`
  const input = { id: study.id, version: study.version }
  const run = async (question: Parameters<typeof askConfirmation>[0], work: () => Promise<void>): Promise<void> => {
    if (!(await askConfirmation({ ...question, text: `${invitations} ${question.text}` }))) return
    setFailure(undefined)
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setFailure(describeFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const actions = {
    suspend: {
      label: t`Sospendi`,
      act: () =>
        run(
          {
            title: t`Sospendere lo studio?`,
            text: t`Gli inviti restano, ma finché lo studio è sospeso nessuno può rispondere.`,
            confirm: t`Sospendi`,
          },
          async () => store(await suspend.mutateAsync(input)),
        ),
    },
    reactivate: {
      label: t`Riattiva`,
      act: () =>
        run({ title: t`Riattivare lo studio?`, text: t`Da subito possono rispondere di nuovo.`, confirm: t`Riattiva` }, async () =>
          store(await reactivate.mutateAsync(input)),
        ),
    },
    terminate: {
      label: t`Concludi lo studio`,
      act: () =>
        run(
          {
            title: t`Concludere lo studio?`,
            text: t`Questi inviti decadono. Lo studio non si può riaprire.`,
            confirm: t`Concludi lo studio`,
            destructive: true,
          },
          async () => store(await terminate.mutateAsync(input)),
        ),
    },
    remove: {
      label: t`Elimina`,
      act: () =>
        run(
          {
            title: t`Eliminare lo studio?`,
            text: t`Lo studio scompare da tutte le liste. Le risposte date restano registrate.`,
            confirm: t`Elimina`,
            destructive: true,
          },
          async () => {
            await remove.mutateAsync(input)
            await queryClient.invalidateQueries({ queryKey: trpc.studies.list.queryKey() })
            history.push(studyAreas.ga.list)
          },
        ),
    },
  } as const
  const shown = study.suspended ? (['reactivate', 'terminate', 'remove'] as const) : (['suspend', 'terminate', 'remove'] as const)
  return (
    <section aria-label={t`Operazioni sullo studio`} className="no-print">
      <h2 className={layout.title}>{t`Operazioni sullo studio`}</h2>
      {failure !== undefined && <Notice status="error">{failure}</Notice>}
      <div className={layout.buttons}>
        {shown.map((action) => (
          <Button
            key={action}
            variant="default"
            disabled={busy || !study.actions.includes(action)}
            onClick={() => void actions[action].act()}
          >
            {actions[action].label}
          </Button>
        ))}
      </div>
      {!study.actions.includes('remove') && (
        <p className={classes.note}>{t`Si può eliminare uno studio in attesa del comitato etico, concluso o esportato.`}</p>
      )}
    </section>
  )
}
