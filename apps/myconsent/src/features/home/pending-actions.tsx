import { useLingui } from '@lingui/react/macro'
import type { CurrentConsents } from '@registry/api-contract/consents'
import type { PatientExtras } from '@registry/api-contract/session'
import { showDate } from '@registry/ui/language/format.ts'
import { Notice, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { ButtonLink } from '../../app/links.tsx'
import { StudyInvitation } from '../../app/study-invitation.tsx'
import { MissingSignature } from '../../signatures/missing-signature.tsx'
import classes from './home.module.css'
import { Section } from './section.tsx'

/** True after the first answers to the general consents. */
const hasGivenConsents = (patient: Pick<PatientExtras, 'c_db' | 'c_db_p'>): boolean => patient.c_db !== null && patient.c_db_p !== null

/** A questionnaire with answers that are not sent yet. */
export type StartedQuestionnaire = { readonly answered: number; readonly total: number }

type Props = {
  readonly patient: NonNullable<CurrentUser['patient']>
  readonly waiting: CurrentConsents['waiting']
  /** A minor, whose parents or guardian decide. */
  readonly isMinor: boolean
  readonly startedQuestionnaire: StartedQuestionnaire | undefined
}

/** The pending actions: the consents first, then a started questionnaire, then one invitation per study (REQ-UI-12, REQ-CON-05). */
export const PendingActions = (props: Props) => {
  const { t } = useLingui()
  return (
    <Section title={t`C’è qualcosa che ti aspetta?`}>
      <div className={classes.prompts}>
        <PendingActionList {...props} />
      </div>
    </Section>
  )
}

const PendingActionList = ({ patient, waiting, isMinor, startedQuestionnaire }: Props) => {
  const { t } = useLingui()
  const isAuthorised = patient.c_db === true
  const missingSignature = (
    <MissingSignature waiting={waiting}>
      <ButtonLink to="/consenso" size="lg">{t`Inserisci i consensi`}</ButtonLink>
    </MissingSignature>
  )
  if (!hasGivenConsents(patient)) {
    if (waiting.length > 0) return missingSignature
    if (isMinor)
      return (
        <ConsentPrompt
          text={t`Prima dei 18 anni decidono i tuoi genitori o il tutore, ma conta anche che cosa ne pensi tu.`}
          button={t`Leggi e rispondi`}
        />
      )
    const text = t`Non hai ancora dato i tuoi consensi. Bastano pochi minuti, e puoi cambiare idea quando vuoi.`
    const button = t`Inserisci i consensi`
    return isAuthorised ? <ConsentPrompt text={text} button={button} /> : <NeverAuthorised text={text} button={button} />
  }
  const { studi_attesa: studies, consents_to_renew: renews } = patient
  const waits = !isAuthorised || waiting.length > 0 || renews || startedQuestionnaire !== undefined || studies.length > 0
  if (!waits) return <StatusBadge status="yes">{t`No, è tutto a posto`}</StatusBadge>
  return (
    <>
      {!isAuthorised && <NeverAuthorised />}
      {missingSignature}
      {renews && (
        <ConsentPrompt
          text={t`I testi dei consensi sono cambiati: leggi che cosa è cambiato e rispondi di nuovo. Finché non rispondi, le risposte che hai già dato valgono per i testi che hai letto allora.`}
          button={t`Rispondi di nuovo`}
        />
      )}
      {startedQuestionnaire && <ContinueQuestionnaire {...startedQuestionnaire} />}
      {!renews &&
        studies.map((study) => (
          <Invitation
            key={study.clinical_study_id}
            titles={study.clinical_study_title}
            invited={showDate(study.invited_at)}
            lastDay={showDate(study.end_enrollment_date)}
            studyId={study.clinical_study_id}
          />
        ))}
    </>
  )
}

/** Without the first answers, the notice holds their button, so that nothing is said twice. */
const NeverAuthorised = ({ text, button }: { readonly text?: string; readonly button?: string }) => {
  const { t } = useLingui()
  return (
    <Notice status="error" title={t`Non hai mai autorizzato la registrazione`}>
      <div className={classes.noticePrompt}>
        <p>
          {t`Senza la tua autorizzazione i tuoi dati non entrano nel registro.`} {text}
        </p>
        {button !== undefined && (
          <ButtonLink to="/consenso" size="lg">
            {button}
          </ButtonLink>
        )}
      </div>
    </Notice>
  )
}

const ContinueQuestionnaire = ({ answered, total }: StartedQuestionnaire) => {
  const { t } = useLingui()
  return (
    <div className={classes.prompt}>
      <p>{t`Hai cominciato il questionario sulla salute: ${answered} risposte su ${total}. Le ritrovi qui per 24 ore.`}</p>
      <ButtonLink to="/sf36" size="lg">
        {t`Continua il questionario`}
      </ButtonLink>
    </div>
  )
}

type InvitationProps = {
  readonly titles: PatientExtras['studi_attesa'][number]['clinical_study_title']
  readonly invited: string
  readonly lastDay: string
  readonly studyId: string
}

const Invitation = ({ titles, invited, lastDay, studyId }: InvitationProps) => {
  const { t } = useLingui()
  return (
    <div className={classes.prompt}>
      <p>
        <StudyInvitation titles={titles} />
      </p>
      <p>{t`Ti abbiamo invitato il ${invited}. Puoi rispondere fino al ${lastDay}.`}</p>
      <ButtonLink to="/pstudio/$studioId" params={{ studioId: studyId }} size="lg">
        {t`Leggi e rispondi`}
      </ButtonLink>
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
