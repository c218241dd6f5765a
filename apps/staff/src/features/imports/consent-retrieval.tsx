import { useLingui } from '@lingui/react/macro'
import layout from '../../layout/layout.module.css'
import { RetrievalForm } from '../../uploads/retrieval-form.tsx'

/** Saves what each patient of the centre has agreed to as a file (REQ-IMP-07). */
export const ConsentRetrieval = () => {
  const { t } = useLingui()
  return (
    <div className={layout.part}>
      <p className={layout.text}>
        {t`Per ogni paziente il file dice se il registro accetta i suoi dati anagrafici e clinici. Chi non ha ancora risposto ha la cella vuota.`}
      </p>
      <RetrievalForm file={{ path: '/getConsents', fields: {}, name: 'consensi' }} />
    </div>
  )
}
