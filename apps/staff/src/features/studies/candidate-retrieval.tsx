import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Study } from '@registry/api-contract/studies'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { trpc } from '../../app/shell.ts'
import { RetrievalForm } from '../../uploads/retrieval-form.tsx'
import { CandidateDecisions } from './candidate-decisions.tsx'
import { useRefreshStudy } from './use-refresh-study.ts'

/** Matches the candidates again, and shows them on screen or saves them as a file (REQ-STU-06). */
export const CandidateRetrieval = ({ study }: { readonly study: Study }) => {
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
