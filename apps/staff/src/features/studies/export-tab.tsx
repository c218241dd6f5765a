import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import { showDate } from '@registry/ui/language/format.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { FileExport } from '../../exports/file-export.tsx'
import type { RunsAs } from '../../exports/export-file.ts'
import layout from '../../layout/layout.module.css'
import { ParticipantRows } from './participant-rows.tsx'
import classes from './studies.module.css'
import { useRefreshStudy } from './use-refresh-study.ts'

type Props = {
  readonly study: Study
  readonly runsAs: RunsAs
  /** Whether a file marks the patients and can close the study: that of a manager, not that of a centre (REQ-STU-04). */
  readonly marks: boolean
  /** The visible patients who said Yes. */
  readonly participants: number
  readonly onExported: () => void
}

/** Exports the participants of a study under their pseudonyms. It first explains the effect of the file (REQ-STU-18). */
export const StudyExportTab = ({ study, runsAs, marks, participants, onExported }: Props) => {
  const { t } = useLingui()
  const refresh = useRefreshStudy()
  if (study.status !== 'Active' && study.status !== 'Exported')
    return (
      <Notice status="waiting" title={t`Lo studio non è ancora attivo`}>
        {t`Si esporta da quando i primi pazienti hanno ricevuto l’invito.`}
      </Notice>
    )
  const who = marks
    ? t`${plural(participants, {
        one: 'Il file contiene # paziente che ha risposto Sì, e lo segna come esportato.',
        other: 'Il file contiene # pazienti che hanno risposto Sì, e li segna come esportati.',
      })}`
    : t`${plural(participants, {
        one: 'Il file contiene # paziente del tuo centro che ha risposto Sì. Non lo segna come esportato.',
        other: 'Il file contiene # pazienti del tuo centro che hanno risposto Sì. Non li segna come esportati.',
      })}`
  const end = study.endDate === null ? '' : showDate(study.endDate)
  return (
    <div className={layout.sections}>
      <div>
        <p className={classes.description}>{who}</p>
        <p
          className={classes.description}
        >{t`Al posto del nome c’è uno pseudonimo: è lo stesso in ogni file di questo studio e diverso in ogni altro studio.`}</p>
        {marks && study.status === 'Active' && (
          <p
            className={classes.description}
          >{t`Dopo la fine dell’arruolamento (${end}) il primo file completo chiude lo studio: poi non si esporta più.`}</p>
        )}
      </div>
      {study.status === 'Exported' && (
        <Notice status="yes" title={t`Lo studio è esportato`}>
          {t`Era il primo file dopo la fine dell’arruolamento: lo studio è chiuso.`}
        </Notice>
      )}
      <FileExport
        source={{ path: '/api/clinical_study', id: study.id, fileName: `studio_${study.id}` }}
        runsAs={runsAs}
        onSaved={async () => {
          onExported()
          await refresh()
        }}
      />
      {study.status === 'Active' && <ParticipantRows id={study.id} runsAs={runsAs} />}
    </div>
  )
}
