import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { skipToken, useQuery } from '@tanstack/react-query'
import { trpc } from '../app/shell.ts'
import { progressQuery, WorkProgress } from '../progress/work-progress.tsx'
import type { RunningUpload } from './use-upload.ts'

/** Progress of a file: the sent bytes, then the processed rows (REQ-IMP-18). */
export const UploadProgress = ({ running: { id, sent } }: { readonly running: RunningUpload }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const isSent = sent === 100
  const { data: work } = useQuery({ ...trpc.imports.progress.queryOptions(isSent ? id : skipToken), ...progressQuery })
  if (!isSent)
    return (
      <WorkProgress label={t`Invio del file`} percent={sent}>
        <Trans>{sent}% del file inviato</Trans>
      </WorkProgress>
    )
  if (!work || work.state === 'finished' || (work.state === 'running' && work.rows === 0 && work.total === null))
    return (
      <WorkProgress label={t`File inviato`} percent={undefined}>
        <Trans>File inviato. Il registro inizia a leggerlo.</Trans>
      </WorkProgress>
    )
  if (work.state === 'waiting')
    return (
      <WorkProgress label={t`In attesa del turno`} percent={undefined}>
        <Trans>File inviato. Attende il suo turno, perché il registro lavora su altri file.</Trans>
      </WorkProgress>
    )
  const { rows, total } = work
  const done = showNumber(rows, language)
  const all = showNumber(total ?? 0, language)
  return (
    <WorkProgress label={t`Elaborazione delle righe`} percent={total === null ? undefined : (100 * rows) / Math.max(1, total)}>
      {total === null ? (
        <Plural value={rows} one={`${done} riga elaborata`} other={`${done} righe elaborate`} />
      ) : (
        <Plural value={total} one={`${done} di ${all} riga elaborata`} other={`${done} di ${all} righe elaborate`} />
      )}
    </WorkProgress>
  )
}
