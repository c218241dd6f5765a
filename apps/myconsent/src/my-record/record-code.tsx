import { useLingui } from '@lingui/react/macro'
import { codeDigits } from '@registry/domain/access/sign-in-policy'
import { CodeConfirmation } from '../app/code-confirmation.tsx'
import { api } from '../app/shell.ts'
import content from '../app/content.module.css'

type Props = {
  readonly submitLabel: string
  /** Uses a code. A failure is shown in the form. */
  readonly onCode: (otp: string) => Promise<unknown>
}

/** Asks for a fresh code before the patient's record, against somebody else at the screen (REQ-PAT-26, THREAT-65). */
export const RecordCode = ({ submitLabel, onCode }: Props) => {
  const { t } = useLingui()
  return (
    <div className={content.content}>
      <p
        className={content.note}
      >{t`Per vedere la tua cartella serve un codice: chi passa davanti al tuo schermo non deve leggerla. Con un codice la vedi per dieci minuti.`}</p>
      <CodeConfirmation
        onSend={() => api.myRecord.requestCode.mutate({})}
        describe={({ channel, validMinutes: minutes }) =>
          channel === 'mail'
            ? t`Sono ${codeDigits} cifre, mandate per e-mail. Il codice vale ${minutes} minuti: non dirlo a nessuno.`
            : t`Sono ${codeDigits} cifre, mandate per SMS. Il codice vale ${minutes} minuti: non dirlo a nessuno.`
        }
        submitLabel={submitLabel}
        onCode={onCode}
      />
    </div>
  )
}
