import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ConsentReceipt } from '@registry/domain/consent/receipt'
import type { ReceiptAnswer } from '@registry/domain/consent/receipt-source'
import { Dialog } from '@registry/ui/dialogs/dialog.tsx'
import { isFile } from '@registry/ui/file-error.ts'
import { showMoment } from '@registry/ui/language/format.ts'
import { FactList } from '@registry/ui/layout/fact-list.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { shell } from '../app/shell.ts'
import classes from './documents.module.css'

type Props = { readonly receipt: number; readonly onClose: () => void }

/** Shows the signed receipt of one set of answers, with the words that the patient read (REQ-CON-15). */
export const ReceiptDialog = ({ receipt, onClose }: Props) => {
  const { t } = useLingui()
  const { data, error } = useQuery({
    queryKey: ['receipt', receipt],
    queryFn: () => readReceipt(receipt, t`Errore lato server`),
    staleTime: Infinity,
  })
  return (
    <Dialog title={t`Ricevuta dei consensi`} side="end" onClose={onClose}>
      {error ? <Notice status="error">{describeFailure(error)}</Notice> : data ? <Receipt receipt={data} /> : <LinesSkeleton lines={8} />}
      <Button fullWidth size="md" variant="default" onClick={onClose}>
        {t`Chiudi`}
      </Button>
    </Dialog>
  )
}

/** @throws the server's error, with the fallback as message if it has none */
const readReceipt = async (receipt: number, fallback: string): Promise<ConsentReceipt> => {
  const response = await shell.files.fetch(`/api/patient/ConsentReceipt?receipt=${receipt}&format=json`)
  if (!isFile(response)) throw await shell.files.readError(response, fallback)
  return ConsentReceipt.parse(await response.json())
}

const Receipt = ({ receipt: { receipt_metadata: metadata, consent_record: record } }: { readonly receipt: ConsentReceipt }) => {
  const { t } = useLingui()
  const { language, purposes, preliminary_questions: preliminary, privacy_notice: information } = record.pii_processing
  const [controller] = record.party_identification
  const notStated = t`non ancora indicato`
  const facts = [
    [t`Codice della ricevuta`, metadata.receipt_id],
    [t`Risposte date il`, showMoment(metadata.issued_at)],
    [t`Testo dei consensi`, t`versione ${purposes.version}`],
    [t`Domande preliminari`, t`versione ${preliminary.version}`],
    ...(information ? [[t`Informazioni`, t`versione ${information.version}`] as const] : []),
    [t`Titolare del trattamento`, controller?.party_name ?? notStated],
    [t`Responsabile della protezione dei dati`, controller?.party_contact ?? notStated],
  ] as const
  return (
    <>
      <FactList facts={facts} className={classes.facts} />
      <h3 className={classes.title}>{t`Domande e risposte`}</h3>
      <Answers answers={purposes.answers} language={language} />
      {preliminary.answers.length > 0 && (
        <>
          <h3 className={classes.title}>{t`Domande preliminari`}</h3>
          <Answers answers={preliminary.answers} language={preliminary.language} />
        </>
      )}
      <p>
        <RouteLink href={`/verifica_ricevuta#${metadata.receipt_id}`}>{t`Verifica una ricevuta`}</RouteLink>
      </p>
      <footer className={classes.footnote}>
        <FactList
          facts={[
            [t`Il tuo pseudonimo`, record.record_metadata.pii_principal_id],
            [t`Codice di controllo`, record.record_metadata.record_id],
          ]}
        />
      </footer>
    </>
  )
}

type AnswersProps = { readonly answers: readonly ReceiptAnswer[]; readonly language: string }

const Answers = ({ answers, language }: AnswersProps) => (
  <div lang={language}>
    <FactList facts={answers.map(({ question, answer }) => [question, answer] as const)} className={classes.answers} />
  </div>
)
