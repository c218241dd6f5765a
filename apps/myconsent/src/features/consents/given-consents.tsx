import { useLingui } from '@lingui/react/macro'
import type { CurrentConsents } from '@registry/api-contract/consents'
import type { PatientExtras } from '@registry/api-contract/session'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { focusPage, PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useEffect } from 'react'
import { ButtonLink } from '../../app/links.tsx'
import { pickStudyTitle, StudyInvitation } from '../../app/study-invitation.tsx'
import { PageActions } from '../../app/page-actions.tsx'
import { ReceiptButtons } from '../../documents/receipt-buttons.tsx'
import questions from '../../questions/questions.module.css'
import classes from './consents.module.css'

type Props = {
  readonly current: Pick<CurrentConsents, 'given' | 'receipt' | 'answeredAt'>
  /** The studies that wait for an answer. */
  readonly invitations: PatientExtras['studi_attesa']
  /** A guardian fills in no questionnaire for the patient. */
  readonly isGuardian: boolean
}

/** The confirmation after answers were stored: the receipt, then what the patient can do next (REQ-CON-15). */
export const GivenConsents = ({ current: { given, receipt, answeredAt }, invitations, isGuardian }: Props) => {
  const { t } = useLingui()
  useEffect(focusPage, [])
  return (
    <>
      <PageHeading title={t`Fatto. Le tue risposte sono registrate`} windowTitle={t`I tuoi consensi`} />
      <Notice status="yes">{t`Modifiche registrate`}</Notice>
      {receipt !== null && answeredAt !== null && (
        <section>
          <h2 className={questions.title}>{t`La tua ricevuta`}</h2>
          <p className={questions.text}>
            {t`Dice che cosa hai letto e che cosa hai risposto, e il registro l’ha firmata. Te la mandiamo anche per e-mail o, se entri con il cellulare, ti avvisiamo con un SMS. La ritrovi sempre sotto le tue risposte.`}
          </p>
          <ReceiptButtons receipt={receipt} at={answeredAt} />
        </section>
      )}
      {(given || !isGuardian) && (
        <section>
          <h2 className={questions.title}>{t`Che cosa puoi fare adesso`}</h2>
          <ul className={classes.nextSteps}>
            <Invitations invitations={invitations} />
            {!isGuardian && (
              <li>
                <ButtonLink to="/sf36" variant="default" size="lg">
                  {t`Compila il questionario sulla salute`}
                </ButtonLink>
              </li>
            )}
            {given && (
              <li>
                <ButtonLink to="/consenso" search={{ vista: 'consensi' }} variant="default" size="lg">
                  {t`Rivedi le tue risposte`}
                </ButtonLink>
              </li>
            )}
          </ul>
        </section>
      )}
      <PageActions>
        <ButtonLink to="/myconsent" size="lg">
          {t`Vai alla pagina principale`}
        </ButtonLink>
      </PageActions>
    </>
  )
}

const Invitations = ({ invitations }: Pick<Props, 'invitations'>) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  return invitations.map(({ clinical_study_id: id, clinical_study_title: titles }) => {
    const { title } = pickStudyTitle(titles, language)
    return (
      <li key={id}>
        <p className={questions.text}>
          <StudyInvitation titles={titles} />
        </p>
        <ButtonLink
          to="/pstudio/$studioId"
          params={{ studioId: id }}
          variant="default"
          size="lg"
          aria-label={t`Leggi e rispondi: ${title}`}
        >
          {t`Leggi e rispondi`}
        </ButtonLink>
      </li>
    )
  })
}
