import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import { maxEthicsDocumentBytes } from '@registry/domain/studies/ethics-document'
import { withChosenFile } from '@registry/ui/browser/readable-file.ts'
import { FileChoice } from '@registry/ui/fields/file-choice.tsx'
import { useErrorMessage } from '@registry/ui/language/error-message.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useState } from 'react'
import { shell } from '../../app/shell.ts'
import { DownloadLink } from '../../uploads/download-link.tsx'
import { useRefreshStudy } from './use-refresh-study.ts'

type Props = { readonly study: Study; readonly centre: string; readonly hasDocument: boolean; readonly isOwn: boolean }

/** A link to the document of an ethics decision, or an upload for the user's centre while it is missing (REQ-STU-20). */
export const EthicsDocument = ({ study, centre, hasDocument, isOwn }: Props) => {
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
