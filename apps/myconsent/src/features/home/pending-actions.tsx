import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { PatientExtras } from '@registry/api-contract/session'
import { isOpen } from '@registry/domain/access/screens'
import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { showDate } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { ButtonLink } from '../../app/links.tsx'
import classes from './home.module.css'
import { Section } from './section.tsx'

const studyTitle = { it: 'trans_it', en: 'trans_en' } as const

/** True after the first answers to the general consents. */
const hasGivenConsents = (patient: Pick<PatientExtras, 'c_db' | 'c_db_p'>): boolean => patient.c_db !== null && patient.c_db_p !== null

type Props = { readonly patient: NonNullable<CurrentUser['patient']> }

/** The pending actions: the consents first, then one invitation per study (REQ-UI-12, REQ-CON-05). */
export const PendingActions = ({ patient }: Props) => {
  const { t } = useLingui()
  return (
    <Section title={t`C’è qualcosa che ti aspetta?`}>
      <PendingActionList patient={patient} />
    </Section>
  )
}

const PendingActionList = ({ patient }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  if (!hasGivenConsents(patient))
    return (
      <ConsentPrompt
        text={t`Non hai ancora dato i tuoi consensi. Bastano pochi minuti, e puoi cambiare idea quando vuoi.`}
        button={t`Inserisci i consensi`}
      />
    )
  if (patient.consents_to_renew)
    return (
      <ConsentPrompt
        text={t`I testi dei consensi sono cambiati: leggi che cosa è cambiato e rispondi di nuovo. Finché non rispondi, le risposte che hai già dato valgono per i testi che hai letto allora.`}
        button={t`Rispondi di nuovo`}
      />
    )
  if (patient.studi_attesa.length === 0) return <StatusBadge status="yes">{t`No, è tutto a posto`}</StatusBadge>
  return patient.studi_attesa.map((study) => (
    <Invitation
      key={study.clinical_study_id}
      title={study.clinical_study_title[studyTitle[language]]}
      invited={showDate(study.invited_at)}
      lastDay={showDate(study.end_enrollment_date)}
      address={`/pstudio/${encodeURIComponent(study.clinical_study_id)}`}
    />
  ))
}

type InvitationProps = { readonly title: string; readonly invited: string; readonly lastDay: string; readonly address: string }

const Invitation = ({ title, invited, lastDay, address }: InvitationProps) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  return (
    <div className={classes.prompt}>
      <p>{t`C’è un invito per te: lo studio «${title}».`}</p>
      <p>{t`Ti abbiamo invitato il ${invited}. Puoi rispondere fino al ${lastDay}.`}</p>
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
