import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ConsentEvent } from '@registry/api-contract/consents'
import { toRequestError } from '@registry/ui/request-error.ts'
import { showDate, showMoment } from '@registry/ui/language/format.ts'
import { OpenedPart } from '@registry/ui/layout/opened-part.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReceiptButtons } from '../../documents/receipt-buttons.tsx'
import questions from '../../questions/questions.module.css'
import classes from './consents.module.css'
import { consentQueries } from './queries.ts'
import { ShownDocumentsButton } from './shown-documents.tsx'

/** All answers of the consent ledger (REQ-CON-04). They load on request. */
export const History = () => {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <section className={open ? classes.history : `${classes.history} no-print`} aria-label={t`Storia delle tue risposte`}>
      <h2 className={questions.title}>{t`Storia delle tue risposte`}</h2>
      <p
        className={questions.text}
      >{t`Ogni risposta viene conservata, con il giorno e il testo che hai letto. Nessuno può cambiarla o cancellarla. Se lasci il registro e scegli di rendere anonimi o di cancellare i tuoi dati, le risposte restano senza il giorno e senza un legame con te.`}</p>
      {open ? (
        <OpenedPart>
          <Events />
        </OpenedPart>
      ) : (
        <Button variant="default" size="md" onClick={() => setOpen(true)}>
          {t`Mostra la storia`}
        </Button>
      )}
    </section>
  )
}

/** The answers of one moment, through one channel, to one version of the documents. */
type HistoryGroup = Pick<ConsentEvent, 'at' | 'channel' | 'version' | 'paper' | 'receipt'> & { readonly events: readonly ConsentEvent[] }

const formatGroupKey = ({ at, channel, version, paper }: Omit<HistoryGroup, 'events' | 'receipt'>): string =>
  JSON.stringify([at, channel, version, paper])

/** Groups keep the order of the ledger, newest first; within a group the first question comes first. */
const groupHistory = (events: readonly ConsentEvent[]): readonly HistoryGroup[] => {
  const groups = Map.groupBy(events, formatGroupKey)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { at, channel, version, paper, receipt } = first
    return [{ at, channel, version, ...(paper && { paper }), receipt, events: group.toReversed() }]
  })
}

const Events = () => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(consentQueries.history())
  if (error)
    return (
      <Notice status="error" title={toRequestError(error).message}>
        <Button variant="default" size="md" onClick={() => void refetch()}>
          {t`Riprova`}
        </Button>
      </Notice>
    )
  if (!data) return <LinesSkeleton lines={4} />
  return (
    <ol className={classes.groups}>
      {groupHistory(data).map((group) => (
        <li key={formatGroupKey(group)}>
          <Group group={group} />
        </li>
      ))}
    </ol>
  )
}

const Group = ({ group }: { readonly group: HistoryGroup }) => {
  const { t } = useLingui()
  const { at, channel, version, paper, receipt, events } = group
  // The registry never showed a paper of another registry.
  const isOtherPaper = paper !== undefined && version === null
  const shown = isOtherPaper ? undefined : events.find(({ field }) => field !== 'C_DB')
  const describe = (): string => {
    if (paper) {
      const { reference, signedOn, version: text } = paper
      return isOtherPaper
        ? t`Risposte date su carta prima di questo registro: modulo ${reference}, testo ${text}, firmato il ${showDate(signedOn)}. Il registro le ha ricevute nel momento qui sopra.`
        : t`Risposte date su carta: modulo ${reference}, versione ${text} dei testi, firmato il ${showDate(signedOn)}. Due persone del centro le hanno registrate e verificate.`
    }
    if (channel === 'guardian') return t`Risposte date in MyConsent da un genitore o tutore, versione ${version} dei testi.`
    if (channel === 'assent') return t`Assenso, versione ${version} dei testi. Decidono i tutori.`
    return channel === 'patient'
      ? t`Risposte date in MyConsent, versione ${version} dei testi.`
      : t`Risposte date al tuo centro, versione ${version} dei testi.`
  }
  return (
    <>
      <h3 className={classes.moment}>{showMoment(at)}</h3>
      <p className={classes.how}>{describe()}</p>
      <dl className={classes.events}>
        {events.map((event) => (
          <Event key={event.field} event={event} />
        ))}
      </dl>
      {shown && <ShownDocumentsButton entry={shown.entry} moment={showMoment(at)} />}
      {receipt !== null && <ReceiptButtons receipt={receipt} at={at} />}
    </>
  )
}

/** The registration is no question of a document, so its text is in our catalogue. Questions stay in the language of the reading. */
const Event = ({ event: { field, question, answer, language } }: { readonly event: ConsentEvent }) => {
  const { t } = useLingui()
  const isRegistration = field === 'C_DB'
  return (
    <div className={classes.event} lang={isRegistration ? undefined : language}>
      <dt>{isRegistration ? t`Registrazione nel registro` : question}</dt>
      <dd>{isRegistration ? (answer === 'true' ? t`Sì` : t`No`) : answer}</dd>
    </div>
  )
}
