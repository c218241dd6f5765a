import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Study } from '@registry/api-contract/studies'
import { maxEthicsDocumentBytes } from '@registry/domain/studies/ethics-document'
import { withChosenFile } from '@registry/ui/browser/readable-file.ts'
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
import { shell } from '../../app/shell.ts'
import { DownloadLink } from '../../uploads/download-link.tsx'
import { useRefreshStudy } from './use-refresh-study.ts'

type EthicsDocumentProps = { readonly study: Study; readonly centre: string; readonly hasDocument: boolean; readonly isOwn: boolean }

/** A link to the document of an ethics decision, or an upload for the user's centre while it is missing (REQ-STU-20). */
const EthicsDocument = ({ study, centre, hasDocument, isOwn }: EthicsDocumentProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatError = useErrorMessage()
  const refresh = useRefreshStudy()
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  if (hasDocument) {
    const query = new URLSearchParams({ id: study.id, center: centre, lang: language })
    return <DownloadLink path={`/api/getEthicsDocument?${query}`}>{t`Documento (PDF)`}</DownloadLink>
  }
  if (!isOwn) return t`nessun documento`
  const send = async (file: File): Promise<void> => {
    setFailure(undefined)
    if (file.size > maxEthicsDocumentBytes) {
      setFailure(formatError('study_document_too_large'))
      return
    }
    setSending(true)
    try {
      const body = new FormData()
      for (const [name, value] of Object.entries({ id: study.id, center: centre, lang: language })) body.append(name, value)
      body.append('EthicsDocument', file)
      const response = await withChosenFile(file, () => shell.files.fetch('/api/putEthicsDocument', { method: 'POST', body }))
      const copy = response.clone()
      const answer: { readonly success?: boolean } = await response.json().catch(() => ({}))
      if (answer.success !== true) throw await shell.files.readError(copy, t`Errore lato server`)
      await refresh()
    } catch (error) {
      setFailure(describeFailure(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <FileChoice accept="application/pdf" size="compact-sm" loading={sending} onChoose={(file) => void send(file)}>
        {t`Carica il documento (PDF)`}
      </FileChoice>
      {failure !== undefined && <Notice status="error">{failure}</Notice>}
    </>
  )
}

type Props = { readonly study: Study; readonly ownCentre: string | undefined; readonly onCorrect: () => void }

/** A study as it is stored, with the ethics decision of each centre (REQ-STU-13). */
export const StudyDetails = ({ study, ownCentre, onCorrect }: Props) => {
  const { t } = useLingui()
  const { formatState, formatOperation } = useStudyLabels()
  const { id, status, suspended, ops, endDate, mainCentre, type, filter, sf36, videoUrl, description } = study
  const facts: readonly Fact[] = [
    [t`Codice`, id],
    [t`Scopo`, study.texts.purpose ?? t`non indicato`],
    [t`Durata`, study.texts.duration ?? t`non indicata`],
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
