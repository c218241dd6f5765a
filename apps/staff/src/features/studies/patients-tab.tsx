import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import layout from '../../layout/layout.module.css'
import { UploadForm } from '../../uploads/upload-form.tsx'
import { CandidateRetrieval } from './candidate-retrieval.tsx'
import classes from './studies.module.css'
import { useRefreshStudy } from './use-refresh-study.ts'

const decisionUpload = { path: '/putStudyPatients', field: 'FileStudyPatients' } as const

/** Retrieves the candidates of the centre, and updates their decisions by a file (document 2, section 2). */
export const PatientsTab = ({ study }: { readonly study: Study }) => {
  const { t } = useLingui()
  const refresh = useRefreshStudy()
  return (
    <div className={layout.sections}>
      <section aria-label={t`Recupera i pazienti`}>
        <h2 className={layout.title}>{t`Recupera i pazienti`}</h2>
        <p
          className={classes.description}
        >{t`Il filtro dello studio sceglie i candidati fra i pazienti del tuo centro che accettano di essere contattati per gli studi. Ogni recupero aggiunge i nuovi e toglie chi non corrisponde più, se non hai già deciso.`}</p>
        <CandidateRetrieval study={study} />
      </section>
      <section aria-label={t`Aggiorna da un file`}>
        <h2 className={layout.title}>{t`Aggiorna da un file`}</h2>
        <p
          className={classes.description}
        >{t`Recupera il file, scrivi true o false nella colonna approved e invialo qui. Le altre colonne non vengono lette.`}</p>
        <UploadForm target={decisionUpload} onStored={refresh} />
      </section>
    </div>
  )
}
