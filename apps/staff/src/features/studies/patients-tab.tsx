import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import layout from '../../layout/layout.module.css'
import { UploadForm } from '../../uploads/upload-form.tsx'
import classes from './studies.module.css'
import { useRefreshStudy } from './use-refresh-study.ts'
import { trpc } from '../../app/shell.ts'
import { RetrievalForm } from '../../uploads/retrieval-form.tsx'
import { CandidateDecisions } from './candidate-decisions.tsx'

/** Matches the candidates again, and shows them on screen or saves them as a file (REQ-STU-06). */
const CandidateRetrieval = ({ study }: { readonly study: Study }) => {
  const { t } = useLingui()
  const refresh = useRefreshStudy()
  const retrieve = useMutation(trpc.studies.retrieveCandidates.mutationOptions(ownFailures))
  const [retrievals, setRetrievals] = useState(0)
  const retrieveOnScreen = async (): Promise<string> => {
    const { added, removed } = await retrieve.mutateAsync({ id: study.id })
    setRetrievals((count) => count + 1)
    const news = t`${plural(added, { one: '# nuovo candidato', other: '# nuovi candidati' })}`
    return t`Recuperati: ${news}, ${plural(removed, { one: '# non corrisponde più ed è stato tolto', other: '# non corrispondono più e sono stati tolti' })}.`
  }
  return (
    <>
      <RetrievalForm
        file={{ path: '/getStudyPatients', fields: { StudyCode: study.id }, name: `pazienti_studio_${study.id}` }}
        onScreen={retrieveOnScreen}
        onRetrieved={refresh}
      />
      {retrievals > 0 && <CandidateDecisions key={retrievals} study={study} />}
    </>
  )
}

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
