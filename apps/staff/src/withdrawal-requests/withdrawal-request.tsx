import { Button } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { GuardianList, ListedRequests } from '@registry/api-contract/guardians'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useReauthentication } from '@registry/app-shell/security/use-reauthentication.tsx'
import { daysBetween } from '@registry/domain/calendar'
import { askConfirmation } from '@registry/ui/dialogs/dialogs.tsx'
import { getItalianToday, showDate } from '@registry/ui/language/format.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { trpc } from '../app/shell.ts'

type Request = Pick<NonNullable<GuardianList['request']> | ListedRequests[number], 'choice' | 'askedOn' | 'dueOn'>
type Props = {
  readonly code: string
  /** The centre, on a page about several. */
  readonly centre?: string
  readonly request: Request
  readonly missing: number
  /** The guardians who must still confirm, on a page that names them. */
  readonly names?: string
  readonly onCarriedOut: () => void
  readonly children?: ReactNode
}

/** A request of guardians to anonymise or erase a patient: its days, who must confirm, and the button that carries it out (REQ-GRD-12). */
export const WithdrawalRequest = ({ code, centre, request: { choice, askedOn, dueOn }, missing, names, onCarriedOut, children }: Props) => {
  const { t } = useLingui()
  const { dialog, withReauthentication } = useReauthentication()
  const carryOut = useMutation(trpc.guardians.carryOut.mutationOptions(ownFailures))
  const left = Math.max(0, daysBetween(getItalianToday(), dueOn))
  const [asked, due] = [showDate(askedOn), showDate(dueOn)]
  const wait =
    left === 0
      ? t`I 14 giorni sono passati.`
      : t({ message: plural(left, { one: `Manca # giorno: si esegue dal ${due}.`, other: `Mancano # giorni: si esegue dal ${due}.` }) })
  const title = choice === 'v2' ? t`I tutori chiedono di rendere anonimi i dati` : t`I tutori chiedono di cancellare i dati`
  const run = async (): Promise<void> => {
    const text =
      choice === 'v2'
        ? t`Nome, contatti, dati personali e clinici del paziente ${code} sono distrutti e non si possono recuperare.`
        : t`I dati personali e clinici del paziente ${code} sono cancellati e non si possono recuperare.`
    if (!(await askConfirmation({ title, text, confirm: t`Esegui`, destructive: true }))) return
    const done = await withReauthentication((reauthentication) =>
      carryOut.mutateAsync({ code, ...(centre !== undefined && { centre }), ...reauthentication }).then(() => true),
    ).catch(() => false)
    if (done === true) onCarriedOut()
  }
  return (
    <Notice status="waiting" title={title}>
      <p>
        {t`Richiesta del ${asked}: da allora nessuno vede e usa i dati.`} {wait}{' '}
        {missing === 0 && t`Hanno confermato tutti i tutori che devono firmare.`}
        {missing > 0 &&
          (names === undefined
            ? t({ message: plural(missing, { one: 'Manca la conferma di # tutore.', other: 'Manca la conferma di # tutori.' }) })
            : t`Manca la conferma di ${names}.`)}
      </p>
      {carryOut.error && <Notice status="error">{describeFailure(carryOut.error)}</Notice>}
      <Button color="red" disabled={missing > 0 || left > 0} loading={carryOut.isPending} onClick={() => void run()}>
        {t`Esegui`}
        <span className="visually-hidden">{` (${code})`}</span>
      </Button>{' '}
      {children}
      {dialog}
    </Notice>
  )
}
