import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Study } from '@registry/api-contract/studies'
import type { ErrorCode } from '@registry/domain/error-messages'
import { languages } from '@registry/domain/language'
import { maxStudyPdfBytes } from '@registry/domain/studies/pdf'
import { FileChoice } from '@registry/ui/fields/file-choice.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { StatusBadge, Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import layout from '../../layout/layout.module.css'
import classes from './studies.module.css'
import { useStudyLabels } from './study-labels.ts'
import { DownloadLink } from '../../uploads/download-link.tsx'
import { ethicsDocumentPath, type PdfPath, useSendPdf } from './use-send-pdf.ts'

type PdfUploadProps = { readonly target: PdfPath; readonly tooLarge: ErrorCode; readonly children: string }

/** Chooses a PDF and sends it to the server. */
const PdfUpload = ({ target, tooLarge, children }: PdfUploadProps) => {
  const formatError = useErrorMessage()
  const sendPdf = useSendPdf()
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const send = async (file: File): Promise<void> => {
    setFailure(undefined)
    if (file.size > maxStudyPdfBytes) {
      setFailure(formatError(tooLarge))
      return
    }
    setSending(true)
    try {
      await sendPdf(target, file)
    } catch (error) {
      setFailure(describeFailure(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <FileChoice accept="application/pdf" size="compact-sm" loading={sending} onChoose={(file) => void send(file)}>
        {children}
      </FileChoice>
      {failure !== undefined && <Notice status="error">{failure}</Notice>}
    </>
  )
}

type EthicsDocumentProps = { readonly study: Study; readonly centre: string; readonly hasDocument: boolean; readonly isOwn: boolean }

/** A link to the document of an ethics decision, or an upload for the user's centre while it is missing (REQ-STU-20). */
const EthicsDocument = ({ study, centre, hasDocument, isOwn }: EthicsDocumentProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  if (hasDocument) {
    const query = new URLSearchParams({ id: study.id, center: centre, lang: language })
    return <DownloadLink path={`/api/getEthicsDocument?${query}`}>{t`Documento (PDF)`}</DownloadLink>
  }
  if (!isOwn) return t`nessun documento`
  return (
    <PdfUpload target={ethicsDocumentPath(study.id, centre)} tooLarge="study_document_too_large">
      {t`Carica il documento (PDF)`}
    </PdfUpload>
  )
}

/** The information sheets that invited patients read, one for each language. A GlobalAdmin adds them until the study ends (REQ-STU-22). */
const InformationSheets = ({ study }: { readonly study: Study }) => {
  const { t } = useLingui()
  const texts = {
    it: { read: t`Foglio in italiano (PDF)`, missing: t`Nessun foglio in italiano`, add: t`Carica il foglio in italiano (PDF)` },
    en: { read: t`Foglio in inglese (PDF)`, missing: t`Nessun foglio in inglese`, add: t`Carica il foglio in inglese (PDF)` },
  } as const
  return (
    <section aria-label={t`Foglio informativo per i pazienti`} className={classes.sheetSection}>
      <h2 className={layout.title}>{t`Foglio informativo per i pazienti`}</h2>
      <p className={classes.note}>
        {t`I pazienti invitati lo aprono dalla pagina dello studio. Un foglio nuovo prende il posto di quello di prima, che resta nel registro.`}
      </p>
      <ul className={classes.sheets}>
        {languages.map((language) => {
          const sheet = study.sheets.find((one) => one.language === language)
          const query = new URLSearchParams({ id: study.id, language })
          return (
            <li key={language}>
              {sheet ? (
                <span>
                  <DownloadLink path={`/api/getStudySheet?${query}`}>{texts[language].read}</DownloadLink>
                  {`, ${sheet.name}, ${showMoment(sheet.enteredAt)}, ${sheet.enteredBy}`}
                </span>
              ) : (
                <span>{texts[language].missing}</span>
              )}
              {study.editable.length > 0 && (
                <PdfUpload
                  target={{ path: '/api/putStudySheet', name: 'StudySheet', fields: { id: study.id, language } }}
                  tooLarge="study_sheet_too_large"
                >
                  {texts[language].add}
                </PdfUpload>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type Props = { readonly study: Study; readonly ownCentre: string | undefined; readonly onCorrect: () => void }

/** A study as it is stored, with the ethics decision of each centre (REQ-STU-13). */
export const StudyDetails = ({ study, ownCentre, onCorrect }: Props) => {
  const { t } = useLingui()
  const { formatState, formatOperation } = useStudyLabels()
  const { id, status, suspended, ops, endDate, mainCentre, type, filter, sf36, videoUrl, description, texts } = study
  const isEnglish = useLanguage().language === 'en'
  const facts: readonly Fact[] = [
    [t`Codice`, id],
    [t`Scopo`, (isEnglish ? texts.purposeEn : null) ?? texts.purpose ?? t`non indicato`],
    [t`Durata`, (isEnglish ? texts.durationEn : null) ?? texts.duration ?? t`non indicata`],
    [t`Contatto per i pazienti`, study.contact ? `${study.contact.name}, ${study.contact.contact}` : t`non indicato`],
    [t`Stato`, formatState(status, suspended)],
    [t`Operazione richiesta`, ops.map(formatOperation).join(', ') || t`nessuna`],
    [t`Fine arruolamento`, endDate === null ? t`non inserita` : showDate(endDate)],
    [t`Centro principale`, `${mainCentre.name} (${mainCentre.id})`],
    [t`Tipo`, type.label],
    [t`Filtro`, `${filter.name}: ${filter.description}`],
    [t`Questionario`, sf36.description],
    [t`Video`, videoUrl ?? t`nessuno`],
  ]
  return (
    <section aria-label={t`Dettagli studio`}>
      <h2 className={layout.title}>{t`Dettagli studio`}</h2>
      <p className={classes.description}>{description}</p>
      <FactList facts={facts} className={classes.facts} />
      <InformationSheets study={study} />
      <h2 className={layout.title}>{t`Valutazioni dei comitati etici`}</h2>
      {study.decisions.length === 0 ? (
        <p className={classes.note}>{t`Nessun centro ha inserito una valutazione.`}</p>
      ) : (
        <Decisions study={study} ownCentre={ownCentre} onCorrect={onCorrect} />
      )}
    </section>
  )
}

const Decisions = ({ study, ownCentre, onCorrect }: Props) => {
  const { t } = useLingui()
  return (
    <ScrollableTable label={t`Valutazioni dei comitati etici`}>
      <TableHead headings={[t`Centro`, t`Valutazione`, t`Comitato`, t`Data`, t`Inserita`, t`Documento`]} />
      <tbody>
        {study.decisions.map(
          ({ centre, isMain, approved, committee, decidedOn, enteredAt, enteredBy, hasDocument, mayCorrect, corrections }) => (
            <tr key={centre.id}>
              <th scope="row">{isMain ? t`${centre.name}, centro principale` : centre.name}</th>
              <td>
                <StatusBadge status={approved ? 'yes' : 'no'}>{approved ? t`Approvato` : t`Non approvato`}</StatusBadge>
              </td>
              <td>{committee ?? t`non indicato`}</td>
              <td>{decidedOn === null ? t`non indicata` : showDate(decidedOn)}</td>
              <td>
                {showMoment(enteredAt)}, {enteredBy}
                {corrections.map((correction) => (
                  <Correction key={correction.correctedAt} correction={correction} />
                ))}
                {mayCorrect && (
                  <Button variant="default" size="compact-sm" onClick={onCorrect}>
                    {t`Correggi`}
                  </Button>
                )}
              </td>
              <td>
                <EthicsDocument study={study} centre={centre.id} hasDocument={hasDocument} isOwn={centre.id === ownCentre} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </ScrollableTable>
  )
}

const Correction = ({ correction }: { readonly correction: Study['decisions'][number]['corrections'][number] }) => {
  const { t } = useLingui()
  const { approved, reason, correctedBy } = correction
  const at = showMoment(correction.correctedAt)
  return (
    <div className={classes.note}>
      {approved
        ? t`Corretta il ${at} da ${correctedBy}; prima: Approvato. Motivo: ${reason}`
        : t`Corretta il ${at} da ${correctedBy}; prima: Non approvato. Motivo: ${reason}`}
    </div>
  )
}
