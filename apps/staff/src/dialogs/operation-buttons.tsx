import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type Reauthentication, useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { type ReactNode, useState } from 'react'
import layout from '../layout/layout.module.css'

type Operation = 'suspend' | 'reactivate' | 'remove' | 'restore'

type Props<Operand> = {
  readonly title: string
  readonly hint?: ReactNode
  /** The operations that the server offers. */
  readonly possible: readonly Operation[]
  /** Each question states what is kept and who can undo the operation (REQ-ADM-10, REQ-ADM-22). */
  readonly questions: Readonly<Record<Operation, { readonly title: string; readonly text: string }>>
  readonly run: (operation: Operation, reauthentication: Reauthentication) => Promise<Operand>
  readonly onDone: (changed: Operand) => Promise<void>
}

/** Suspends, reactivates, deletes or restores a user or a centre, after a question and, in an old session, the password. */
export const OperationButtons = <Operand,>({ title, hint, possible, questions, run, onDone }: Props<Operand>) => {
  const { t } = useLingui()
  const { dialog, withReauthentication } = useReauthentication()
  const [failure, setFailure] = useState<string>()
  const labels = { suspend: t`Sospendi`, reactivate: t`Riattiva`, remove: t`Elimina`, restore: t`Ripristina` }
  const ask = async (operation: Operation): Promise<void> => {
    const destructive = operation === 'remove' || operation === 'suspend'
    if (!(await askConfirmation({ ...questions[operation], confirm: labels[operation], destructive }))) return
    setFailure(undefined)
    try {
      const changed = await withReauthentication((reauthentication) => run(operation, reauthentication))
      if (changed) await onDone(changed)
    } catch (error) {
      setFailure(describeFailure(error))
    }
  }
  return (
    <section aria-label={title} className="no-print">
      <h2 className={layout.title}>{title}</h2>
      {failure !== undefined && <Notice status="error">{failure}</Notice>}
      {hint}
      <div className={layout.buttons}>
        {possible.map((operation) => (
          <Button key={operation} variant="default" onClick={() => void ask(operation)}>
            {labels[operation]}
          </Button>
        ))}
      </div>
      {dialog}
    </section>
  )
}
