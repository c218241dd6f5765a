import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { isOpen } from '@registry/domain/access/areas'
import { useNavigateTo } from '@registry/ui/frame/navigation.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import type { CurrentUser } from '../../app/guard.ts'
import { ButtonLink } from '../../app/links.tsx'
import { consentsGiven } from './consents-given.ts'
import classes from './home.module.css'
import { Section } from './section.tsx'

const studyTitle = { it: 'trans_it', en: 'trans_en' } as const

type Props = { readonly patient: NonNullable<CurrentUser['patient']> }

/** Is anything waiting for me: the consents first, then one invitation a study (spec 1, section 2, MyConsent home). */
export const Waiting = ({ patient }: Props) => {
  const { t } = useLingui()
  return (
    <Section title={t`C’è qualcosa che ti aspetta?`}>
      <WaitingNow patient={patient} />
    </Section>
  )
}

const WaitingNow = ({ patient }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  if (!consentsGiven(patient))
    return (
      <ConsentPrompt
        text={t`Non hai ancora dato i tuoi consensi. Bastano pochi minuti, e puoi cambiare idea quando vuoi.`}
        button={t`Inserisci i consensi`}
      />
    )
  if (patient.consents_to_renew)
    return (
      <ConsentPrompt
        text={t`I testi dei consensi sono cambiati: ti chiediamo di leggerli e di rispondere di nuovo.`}
        button={t`Rispondi di nuovo`}
      />
    )
  if (patient.studi_attesa.length === 0) return <StatusBadge status="yes">{t`No, è tutto a posto`}</StatusBadge>
  return patient.studi_attesa.map((study) => (
    <Invitation
      key={study.clinical_study_id}
      title={study.clinical_study_title[studyTitle[language]]}
      address={`/pstudio/${encodeURIComponent(study.clinical_study_id)}`}
    />
  ))
}

const Invitation = ({ title, address }: { readonly title: string; readonly address: string }) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  return (
    <div className={classes.prompt}>
      <p>{t`C’è un invito per te: lo studio «${title}».`}</p>
      <Button size="lg" disabled={!isOpen('/pstudio/$studioId')} onClick={() => navigate(address)}>
        {t`Leggi e rispondi`}
      </Button>
    </div>
  )
}

const ConsentPrompt = ({ text, button }: { readonly text: string; readonly button: string }) => (
  <div className={classes.prompt}>
    <p>{text}</p>
    <ButtonLink to="/consenso" size="lg">
      {button}
    </ButtonLink>
  </div>
)
