import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { ConsentDocument, CurrentConsents } from '@registry/api-contract/consents'
import { useDraft as useStoredDraft } from '@registry/app-shell/drafts/use-draft.ts'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { findPreliminaryError } from '@registry/domain/consent/answers'
import { type Answer, type Answers, findOption, listQuestions } from '@registry/domain/consent/questions'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { TextMarks } from '@registry/ui/questions/marked-text.tsx'
import { isRecord } from '@registry/ui/request-error.ts'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { AssentText } from './assent-text.tsx'
import { ConsentsHeading } from './consents-skeleton.tsx'
import questionStyles from '../../questions/questions.module.css'
import classes from './consents.module.css'
import { ConsentsForm } from './consents-form.tsx'
import { ConsentsOverview } from './consents-overview.tsx'
import { GivenConsents } from './given-consents.tsx'
import { Information, useNextViewName } from './information.tsx'
import { PassedPreliminary, Preliminary } from './preliminary.tsx'
import { consentQueries } from './queries.ts'
import { keepAnswers, listMarks, ReconsentNotice } from './reconsent-notice.tsx'
import { type ConsentsSearch, findNextView, mayOpenConsents, type PageOfItsOwn, type View, resolveView, findTab, tabs } from './views.ts'
import { WithdrawalView } from './withdrawal.tsx'
import { PageTabs } from '../../app/page-tabs.tsx'
import { MissingSignature } from '../../signatures/missing-signature.tsx'

const pickAnswers = (document: ConsentDocument, answers: Answers): Answers => {
  const fields = new Set(listQuestions(document.paragraphs).map(({ field }) => field))
  return Object.fromEntries(Object.entries(answers).filter(([field]) => fields.has(field)))
}

const isAnswer = (value: unknown): value is Answer => typeof value === 'boolean' || typeof value === 'number'

/** The stored answers that are options of their question. */
const parseAnswers = ({ paragraphs }: ConsentDocument, stored: unknown): Answers | undefined => {
  if (!isRecord(stored)) return undefined
  const answers = listQuestions(paragraphs).flatMap((question) => {
    const answer = stored[question.field]
    return isAnswer(answer) && findOption(question, answer) !== undefined ? [[question.field, answer] as const] : []
  })
  return Object.fromEntries(answers)
}

/**
 * Answers that are not sent yet, stored by the hash of their document. An answer counts for the document shown (REQ-CON-04). They outlive reload,
 * Back and the session, and stay out of the registry until the patient sends them (REQ-UI-20). Another version or language
 * starts a new draft.
 * @param saved the first answers of a document without a draft
 */
const useDraft = (document: ConsentDocument, saved: Answers = {}) => {
  const { value, keep, forget } = useStoredDraft(`answers ${document.hash}`, (stored) => parseAnswers(document, stored))
  const answers = value ?? pickAnswers(document, saved)
  return { answers, answer: (field: string, answer: Answer): void => keep({ ...answers, [field]: answer }), forget }
}

type ConsentsTabsProps = {
  readonly view: Exclude<View, PageOfItsOwn>
  readonly consentsOpen: boolean
  readonly onOpen: (view: View) => void
  readonly children: ReactNode
}

/** The three tabs. The consents stay disabled until all preliminary questions are answered Yes (REQ-CON-03). */
const ConsentsTabs = ({ view, consentsOpen, onOpen, children }: ConsentsTabsProps) => {
  const { t } = useLingui()
  const labels = { informazioni: t`Informazioni`, domande: t`Domande preliminari`, consensi: t`Consensi` }
  return (
    <PageTabs
      tabs={tabs.map((name) => ({ name, label: labels[name], disabled: name === 'consensi' && !consentsOpen }))}
      open={findTab(view)}
      view={view}
      onOpen={onOpen}
    >
      {children}
    </PageTabs>
  )
}

type Props = { readonly search: ConsentsSearch; readonly user: CurrentUser }

/** The text for a minor who answers in person (REQ-GRD-03). Null for an adult and a guardian. */
const useAssentText = (user: CurrentUser, assent: CurrentConsents['assent']): ConsentDocument | null => {
  const isHeard = assent !== null && typeof user.actingFor !== 'string'
  const queries: ReturnType<typeof consentQueries.assentText>[] = isHeard ? [consentQueries.assentText()] : []
  const [text] = useSuspenseQueries({ queries })
  return text?.data ?? null
}

/** A Yes that waits for another signature, and the assent of a minor (REQ-GRD-03). */
const Signatures = ({ user }: Pick<Props, 'user'>) => {
  const { t } = useLingui()
  const {
    data: { waiting, assent },
  } = useSuspenseQuery(consentQueries.current())
  const assentText = useAssentText(user, assent)
  const isGuardian = typeof user.actingFor === 'string'
  const name = formatPersonName(user.name)
  return (
    <div className={classes.signatures}>
      <MissingSignature waiting={waiting} />
      {assentText && <AssentText document={assentText} />}
      {assent?.isAsked && isGuardian && (
        <Notice status="waiting" title={t`Chiedi anche a ${name}`}>
          {t`Ha l’età per dire che cosa ne pensa. Può rispondere con il proprio accesso, oppure in ambulatorio o su carta: parlane con il centro.`}
        </Notice>
      )}
    </div>
  )
}

export const ConsentsPage = (props: Props) => (
  <>
    <Signatures user={props.user} />
    <ConsentsViews {...props} />
  </>
)

/** The general consents: information, preliminary questions, consents and withdrawal (REQ-CON-01, REQ-CON-03). */
const ConsentsViews = ({ search, user }: Props) => {
  const navigate = useNavigate()
  const [
    { data: information },
    { data: preliminary },
    { data: questions },
    { data: current },
    { data: answered },
    { data: reconsentRequest },
  ] = useSuspenseQueries({
    queries: [
      consentQueries.information(),
      consentQueries.preliminary(),
      consentQueries.questions(),
      consentQueries.current(),
      consentQueries.answered(),
      consentQueries.reconsentRequest(),
    ],
  })
  const { given, toRenew, preliminaryPassed } = current
  const assentText = useAssentText(user, current.assent)
  const preliminaryDraft = useDraft(preliminary)
  const kept = keepAnswers(current.answers, reconsentRequest)
  const consentsDraft = useDraft(questions, kept)
  const [message, setMessage] = useState<string>()
  const passedHash = useStoredDraft('passed preliminary', (stored) => (typeof stored === 'string' ? stored : undefined))
  const justPassed =
    passedHash.value === preliminary.hash && findPreliminaryError(preliminary.paragraphs, preliminaryDraft.answers) === undefined
  const passed = preliminaryPassed || justPassed
  const consentStatus = { given, toRenew, passed }
  // Answers that wait for a signature, and a minor's assent, are no consents yet.
  const [isAnswered, setAnswered] = useState(false)
  const view = search.vista === 'fatto' && isAnswered ? 'fatto' : resolveView(search.vista, consentStatus)
  const next = findNextView(consentStatus)
  const nextName = useNextViewName(next)

  const open = (vista: View, domanda?: string): void => {
    setMessage(undefined)
    void navigate({ to: '/consenso', search: { vista, ...(domanda !== undefined && { domanda }) } })
  }
  const stepsIn = (vista: View) => ({ openQuestion: search.domanda, onOpenQuestion: (domanda: string): void => open(vista, domanda) })
  const leaveForm = (): void => {
    if (given) consentsDraft.forget()
    open(given ? 'consensi' : preliminaryPassed ? 'informazioni' : 'domande')
  }
  const afterGiving = (): void => {
    setAnswered(true)
    for (const draft of [consentsDraft, preliminaryDraft, passedHash]) draft.forget()
    // Back must not lead to a form that is sent.
    void navigate({ to: '/consenso', search: { vista: 'fatto' }, replace: true })
  }

  if (view === 'ritiro') return <WithdrawalView onBack={() => open(mayOpenConsents(consentStatus) ? 'consensi' : 'informazioni')} />
  const isGuardian = typeof user.actingFor === 'string'
  if (view === 'fatto') return <GivenConsents current={current} invitations={user.patient?.studi_attesa ?? []} isGuardian={isGuardian} />
  const withdrawalLink = isGuardian ? null : <WithdrawalLink onOpen={() => open('ritiro')} />
  const isStep = view === 'domande' || view === 'modifica'
  const contents: Record<typeof view, ReactNode> = {
    informazioni: (
      <Information document={information} button={nextName} isMarked={reconsentRequest !== null} onProceed={() => open(next)} />
    ),
    domande: preliminaryPassed ? (
      <PassedPreliminary document={preliminary} button={nextName} onProceed={() => open(next)} />
    ) : (
      <Preliminary
        document={preliminary}
        answers={preliminaryDraft.answers}
        onAnswer={preliminaryDraft.answer}
        {...stepsIn('domande')}
        onBack={() => open('informazioni')}
        onPassed={() => {
          passedHash.keep(preliminary.hash)
          open('modifica')
        }}
      >
        {withdrawalLink}
      </Preliminary>
    ),
    consensi: (
      <ConsentsOverview
        document={answered ?? questions}
        current={current}
        personName={formatPersonName(`${user.name} ${user.surname}`)}
        onChange={(field) => open('modifica', field)}
      />
    ),
    modifica: (
      <ConsentsForm
        document={questions}
        answers={consentsDraft.answers}
        {...(Object.keys(kept).length > 0 && { saved: current.answers })}
        onAnswer={consentsDraft.answer}
        {...stepsIn('modifica')}
        information={information}
        assentText={assentText}
        preliminary={
          preliminaryPassed ? undefined : { version: preliminary.version, hash: preliminary.hash, answers: preliminaryDraft.answers }
        }
        answeredAt={current.answeredAt}
        onBack={leaveForm}
        onGiven={afterGiving}
        onDocumentChanged={setMessage}
      >
        {withdrawalLink}
      </ConsentsForm>
    ),
  }
  return (
    <>
      <ConsentsHeading lead={!isStep} />
      <ConsentsTabs view={view} consentsOpen={mayOpenConsents(consentStatus)} onOpen={open}>
        {message !== undefined && (
          <div className={`${questionStyles.message} no-print`}>
            <Notice status="error">{message}</Notice>
          </div>
        )}
        {reconsentRequest && <ReconsentNotice reconsentRequest={reconsentRequest} />}
        {view === 'consensi' || !reconsentRequest ? (
          contents[view]
        ) : (
          <TextMarks value={listMarks(reconsentRequest, [information, preliminary, questions])}>{contents[view]}</TextMarks>
        )}
      </ConsentsTabs>
      {!isStep && withdrawalLink}
    </>
  )
}

/** Withdrawing is as easy as consenting (GDPR art. 7(3)): it requires no answer to a question. */
const WithdrawalLink = ({ onOpen }: { readonly onOpen: () => void }) => {
  const { t } = useLingui()
  return (
    <p className={`${classes.withdrawal} no-print`}>
      {t`Vuoi lasciare il registro?`}{' '}
      <Anchor component="button" type="button" inherit onClick={onOpen}>
        {t`Ritiro`}
      </Anchor>
    </p>
  )
}
