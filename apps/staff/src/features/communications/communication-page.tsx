import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import type { Communication, CommunicationCount } from '@registry/api-contract/communications'
import { recipientStates } from '@registry/domain/communications/states'
import { fillGreeting, normalisePlaceholders } from '@registry/domain/communications/texts'
import { communicationKinds } from '@registry/domain/communications/types'
import { languages } from '@registry/domain/language'
import { showMoment } from '@registry/ui/language/format.ts'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { Notice, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { history, trpc } from '../../app/shell.ts'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import layout from '../../layout/layout.module.css'
import { communicationAddress, communicationListAddress, parseCommunicationId } from './communication-routes.ts'
import { CommunicationActions } from './communication-actions.tsx'
import { CommunicationForm } from './communication-form.tsx'
import { stateStatuses, useCommunicationLabels } from './communication-labels.ts'
import classes from './communications.module.css'
import { roleNames } from '../../app/role-names.ts'

/** Recipients of a communication, and for a draft their current number. */
const CommunicationRecipients = ({ communication }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const { formatConsent } = useCommunicationLabels()
  const { data: options } = useSuspenseQuery(trpc.communications.options.queryOptions())
  const { id, type, filterName, consent, roles, areaid, state } = communication
  const { audience, byWish } = communicationKinds[type]
  const { data: count } = useQuery({ ...trpc.communications.count.queryOptions({ id }), enabled: state === 'draft' })
  const area = options.areas.find((one) => one.id === areaid)?.label ?? areaid ?? ''
  const roleList = roles.map((role) => t(roleNames[role])).join(', ')
  const label = options.types.find((one) => one.id === type)?.label ?? type
  return (
    <section aria-label={t`Destinatari`}>
      <h2 className={layout.title}>{t`Destinatari`}</h2>
      <ul className={classes.facts}>
        <li>{label}</li>
        {audience === 'patients' && <li>{filterName === null ? t`Senza filtro` : t`Filtro: ${filterName}`}</li>}
        {byWish && <li>{t`Solo chi ha chiesto la newsletter`}</li>}
        {consent !== null && <li>{t`Consenso richiesto: ${formatConsent(consent)}`}</li>}
        {audience === 'staff' && <li>{t`${roleList}, area ${area}`}</li>}
        {state === 'draft' && count && <CountLine count={count} />}
      </ul>
      {audience === 'patients' && (
        <p className={layout.note}>
          {t`In un giorno partono al massimo ${options.perDay.mail} e-mail e ${options.perDay.sms} SMS di comunicazioni: le altre aspettano il giorno dopo.`}
        </p>
      )}
    </section>
  )
}

const CountLine = ({ count: { isRounded, mail, sms } }: { readonly count: CommunicationCount }) => {
  const { t } = useLingui()
  const format = (number: number): string => {
    if (!isRounded) return t`${plural(number, { one: '# persona', other: '# persone' })}`
    return number === 0 ? t`meno di 10 persone` : t`almeno ${number} persone`
  }
  const byMail = format(mail)
  const bySms = format(sms)
  return (
    <li>
      {!isRounded && sms === 0
        ? t`Oggi la riceverebbero: ${byMail} per e-mail`
        : t`Oggi la riceverebbero: ${byMail} per e-mail, ${bySms} per SMS`}
    </li>
  )
}

/** Number of recipients in each state. Numbers of patients are rounded (REQ-UI-17). */
const CommunicationProgress = ({ communication }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const { formatRecipients } = useCommunicationLabels()
  const { progress, state, scheduledFor } = communication
  const show = (number: number): string => (progress.isRounded && number === 0 ? t`meno di 10` : String(number))
  const shown = recipientStates.filter((name) => name === 'sent' || name === 'failed' || progress.states[name] !== 0)
  const open = progress.states.waiting + progress.states.queued
  const { total } = progress
  const share = total === 0 ? 0 : Math.round(Math.max(0, Math.min(1, (total - open) / total)) * 100)
  if (state === 'scheduled')
    return (
      <section aria-label={t`Invio`}>
        <h2 className={layout.title}>{t`Invio`}</h2>
        <p>{scheduledFor !== null && t`Parte il ${showMoment(scheduledFor)}. I destinatari sono quelli di quel momento.`}</p>
      </section>
    )
  return (
    <section aria-label={t`Invio`}>
      <h2 className={layout.title}>{t`Invio`}</h2>
      {state === 'sending' && <Progress value={share} aria-label={t`Avanzamento dell’invio: ${share}%`} className={classes.bar} />}
      <ScrollableTable label={t`Destinatari per esito`} className={layout.plainNames}>
        <TableHead headings={[t`Esito`, t`Destinatari`]} />
        <tbody>
          {shown.map((name) => (
            <tr key={name}>
              <th scope="row">{formatRecipients(name)}</th>
              <td>{show(progress.states[name])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t`In tutto`}</th>
            <td>{show(progress.total)}</td>
          </tr>
        </tbody>
      </ScrollableTable>
      {progress.isRounded && <p className={layout.note}>{t`I numeri di pazienti sono arrotondati per difetto alla decina.`}</p>}
    </section>
  )
}

/** The texts in both languages, with the greeting of an invented person (REQ-COM-02). */
const CommunicationPreview = ({ communication: { type, texts } }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const { formatLanguage } = useCommunicationLabels()
  const greeting = { name: 'Maria', surname: 'Rossi', centre: t`Centro di esempio` }
  const ends = {
    NEWSLETTER: t`In fondo ogni e-mail dice perché arriva e porta il link per non riceverla più.`,
    PATIENT_MESSAGE: t`In fondo ogni e-mail dice perché arriva e porta alla pagina dei consensi.`,
    STAFF_MESSAGE: t`In fondo ogni e-mail dice perché arriva.`,
  } as const
  return (
    <section aria-label={t`Anteprima`}>
      <h2 className={layout.title}>{t`Anteprima`}</h2>
      <div className={classes.previews}>
        {languages.map((language) => {
          const { subject, body, sms } = texts[language]
          const fill = (text: string): string => fillGreeting(normalisePlaceholders(text, language), greeting)
          return (
            <article key={language} className={classes.preview} aria-label={formatLanguage(language)}>
              <h3 className={classes.language}>{formatLanguage(language)}</h3>
              <div lang={language}>
                <p className={classes.subject}>{subject}</p>
                <p className={classes.body}>{fill(body)}</p>
              </div>
              {sms !== null && (
                <>
                  <h4 className={classes.language}>{t`SMS`}</h4>
                  <p className={classes.body} lang={language}>
                    {fill(sms)}
                  </p>
                </>
              )}
            </article>
          )
        })}
      </div>
      <p className={layout.note}>{ends[type]}</p>
    </section>
  )
}

/** History of a communication: written, tested, scheduled, cancelled; the newest entry first (REQ-COM-06). */
const CommunicationHistory = ({ communication: { history } }: { readonly communication: Communication }) => {
  const { t } = useLingui()
  const { formatEvent } = useCommunicationLabels()
  return (
    <section aria-label={t`Storia`}>
      <h2 className={layout.title}>{t`Storia`}</h2>
      <ScrollableTable label={t`Storia`} className={layout.plainNames}>
        <TableHead headings={[t`Quando`, t`Che cosa`, t`Chi`]} />
        <tbody>
          {history.map(({ at, actor, event }) => (
            <tr key={`${at} ${event}`}>
              <td>{showMoment(at)}</td>
              <td>{formatEvent(event)}</td>
              <td>{actor === '' ? t`il registro` : actor}</td>
            </tr>
          ))}
        </tbody>
      </ScrollableTable>
    </section>
  )
}

/** The page of a stored or a new communication. */
export const CommunicationPage = () => {
  const { t } = useLingui()
  const { communicationId = '' } = useParams({ strict: false })
  const id = parseCommunicationId(communicationId)
  const [saved, setSaved] = useState(false)
  if (id !== undefined) return <StoredCommunication key={id} id={id} saved={saved} onSaved={() => setSaved(true)} />
  return (
    <>
      <Breadcrumbs list={communicationListAddress} listName={t`Comunicazioni`} name={t`Nuova comunicazione`} />
      <PageHeading title={t`Nuova comunicazione`} />
      <CommunicationForm
        onCancel={() => history.push(communicationListAddress)}
        onSaved={(made) => {
          setSaved(true)
          history.replace(communicationAddress(made.id), undefined, { ignoreBlocker: true })
        }}
      />
    </>
  )
}

/** A communication that is being sent changes by itself. */
const refreshMs = 5000

type StoredProps = { readonly id: number; readonly saved: boolean; readonly onSaved: () => void }

const StoredCommunication = ({ id, saved, onSaved }: StoredProps) => {
  const { t, i18n } = useLingui()
  const { formatState, formatFailure } = useCommunicationLabels()
  const [editing, setEditing] = useState(false)
  const { data: communication } = useSuspenseQuery({
    ...trpc.communications.get.queryOptions({ id }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'scheduled' || data?.state === 'sending' ? refreshMs : false),
  })
  const { texts, state, failure, operations } = communication
  const name = texts[i18n.locale === 'it' ? 'it' : 'en'].subject
  return (
    <>
      <Breadcrumbs list={communicationListAddress} listName={t`Comunicazioni`} name={name} />
      <PageHeading title={name} />
      <div className={layout.page}>
        {saved && !editing && state === 'draft' && <Notice status="yes">{t`La bozza è salvata`}</Notice>}
        {failure !== null && <Notice status="error">{formatFailure(failure)}</Notice>}
        <p className={classes.state}>
          <StatusBadge status={stateStatuses[state]}>{formatState(state)}</StatusBadge>
        </p>
        {editing && operations.includes('change') ? (
          <CommunicationForm
            communication={communication}
            onCancel={() => setEditing(false)}
            onSaved={() => {
              setEditing(false)
              onSaved()
            }}
          />
        ) : (
          <>
            <CommunicationRecipients communication={communication} />
            <CommunicationPreview communication={communication} />
            {operations.includes('change') && (
              <div>
                <Button variant="default" onClick={() => setEditing(true)}>{t`Modifica la bozza`}</Button>
              </div>
            )}
            <CommunicationActions communication={communication} />
            {state !== 'draft' && <CommunicationProgress communication={communication} />}
            <CommunicationHistory communication={communication} />
          </>
        )}
      </div>
    </>
  )
}
