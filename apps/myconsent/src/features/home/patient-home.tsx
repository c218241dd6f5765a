import { useLingui, Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { CurrentConsents } from '@registry/api-contract/consents'
import type { PatientHome as HomeData } from '@registry/api-contract/home'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { isOpen, type RoutePattern, type Screen, screens } from '@registry/domain/access/screens'
import type { AnswerState } from '@registry/domain/consent/answer-states'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { showDate } from '@registry/ui/language/format.ts'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { OpenedPart } from '@registry/ui/layout/opened-part.tsx'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { type Status, StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { IconChevronRight } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { PendingActions, type StartedQuestionnaire } from './pending-actions.tsx'
import { AllDataUses, DataUseList } from './data-use-list.tsx'
import classes from './home.module.css'
import { Section } from './section.tsx'
import { useConsentNames } from '../../questions/consent-names.ts'

type Consents = Pick<CurrentConsents, 'states' | 'waiting' | 'assent'>
type ConsentSummaryProps = { readonly patient: NonNullable<CurrentUser['patient']>; readonly consents: Consents }

/** The current answer to each consent point, with its day (REQ-CON-13). */
const ConsentSummary = ({ patient, consents: { states, waiting } }: ConsentSummaryProps) => {
  const { t } = useLingui()
  const names = useConsentNames()
  const points = [
    ['C_DB_P', 'c_db_p'],
    ['C_DB_M', 'c_db_m'],
    ['C_S', 'c_s'],
    ['C_EXTRAEU', 'c_extraeu'],
    ['C_P_DB', 'c_p_db'],
    ['C_F', 'c_f'],
  ] as const
  return (
    <Section title={t`Che cosa hai accettato?`}>
      <dl className={classes.answers}>
        {points.map(([field, flag]) => (
          <div key={field} className={classes.answer}>
            <dt>{names[flag]}</dt>
            <dd>
              <Answer answer={patient[flag]} state={states[field]} isWaiting={waiting.some((signed) => signed.field === field)} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

type AnswerProps = { readonly answer: boolean | null; readonly state: AnswerState | undefined; readonly isWaiting: boolean }

const Answer = ({ answer, state, isWaiting }: AnswerProps) => {
  const { t } = useLingui()
  if (answer === null && isWaiting) return <StatusBadge status="waiting">{t`Manca una firma`}</StatusBadge>
  if (answer === null) return <StatusBadge status="unknown">{t`Non risposto`}</StatusBadge>
  const isWithdrawn = !answer && state?.withdrawn === true
  const [status, text]: readonly [Status, string] = answer ? ['yes', t`Sì`] : isWithdrawn ? ['withdrawn', t`No, ritirato`] : ['no', t`No`]
  const day = state && showDate(state.since)
  return (
    <span className={classes.dated}>
      <StatusBadge status={status}>{text}</StatusBadge>
      {day !== undefined && (
        <span className={classes.since}>
          {isWithdrawn ? t`il ${day}` : t`dal ${day}`}
          {state?.onPaper && t`, su carta`}
        </span>
      )}
    </span>
  )
}

type Row = {
  readonly name: string
  readonly action: string
  readonly path: RoutePattern
  /** The address of a view of the page. */
  readonly address?: string
}

const isForGuardians = ({ audience }: Screen): boolean => audience.includes('guardian')

/** The areas of patients. Areas that are not open are disabled (REQ-UI-12). */
const AreaRows = ({ isGuardian }: { readonly isGuardian: boolean }) => {
  const { t } = useLingui()
  const all: Row[] = [
    { name: t`I tuoi dati`, action: t`Visualizza`, path: '/pdati' },
    { name: t`La tua cartella`, action: t`Visualizza`, path: '/miei_dati' },
    { name: t`I tuoi consensi`, action: t`Visualizza`, path: '/consenso' },
    { name: t`Nuovo questionario`, action: t`Compila`, path: '/sf36' },
    { name: t`Questionari compilati`, action: t`Visualizza`, path: '/sf36', address: '/sf36?vista=compilati' },
    { name: t`Newsletter`, action: t`Visualizza`, path: '/pnewsletter' },
    { name: t`Studi clinici`, action: t`Visualizza`, path: '/pstudi' },
  ]
  const rows = isGuardian ? all.filter(({ path }) => isForGuardians(screens[path])) : all
  return (
    <Section title={t`Tutte le aree`}>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.name}>
            <AreaRow row={row} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The whole row is the link. */
const AreaRow = ({ row: { name, action, path, address = path } }: { readonly row: Row }) => {
  const content = (
    <>
      <span>{name}</span>{' '}
      <span className={classes.rowAction}>
        {action}
        <IconChevronRight size={20} aria-hidden="true" />
      </span>
    </>
  )
  if (!isOpen(path)) return <span className={classes.row}>{content}</span>
  return (
    <RouteLink href={address} underline="never" className={classes.row ?? ''} aria-label={`${name}: ${action}`}>
      {content}
    </RouteLink>
  )
}

/** The uses of the patient's data: their number this year, the newest ones, and all of them on request. */
const DataUses = ({ uses, usesThisYear, listReadsThisYear }: HomeData) => {
  const { t } = useLingui()
  const [showsAll, setShowsAll] = useState(false)
  return (
    <Section id="usi" title={t`Chi ha usato i tuoi dati?`}>
      <p className={classes.sentence}>
        <Plural
          value={usesThisYear}
          _0="Quest’anno nessuno ha usato i tuoi dati."
          one="Quest’anno i tuoi dati sono stati usati una volta."
          other="Quest’anno i tuoi dati sono stati usati # volte."
        />
        {listReadsThisYear > 0 && ' '}
        {listReadsThisYear > 0 && (
          <Plural
            value={listReadsThisYear}
            one="In più il tuo centro ha aperto una volta l’elenco dei suoi pazienti."
            other="In più il tuo centro ha aperto # volte l’elenco dei suoi pazienti."
          />
        )}
      </p>
      {showsAll ? (
        <OpenedPart>
          <AllDataUses />
        </OpenedPart>
      ) : (
        <DataUseList uses={uses} />
      )}
      {!showsAll && uses.length > 0 && (
        <Button variant="default" size="md" onClick={() => setShowsAll(true)}>
          <Trans>Mostra tutti gli usi</Trans>
        </Button>
      )}
    </Section>
  )
}

type Props = {
  readonly user: CurrentUser
  readonly consents: Consents
  readonly startedQuestionnaire?: StartedQuestionnaire | undefined
}

/** The patient's home page: pending actions, consents, data uses and areas, in two columns where they fit (REQ-UI-12). */
export const PatientHome = ({ user, consents, startedQuestionnaire }: Props) => {
  const { t } = useLingui()
  const { data: home } = useSuspenseQuery(trpc.home.patient.queryOptions())
  const { patient } = user
  const name = formatPersonName(user.name)
  // A guardian reads the page of another person.
  const isGuardian = typeof user.actingFor === 'string'
  const title = isGuardian ? formatPersonName(`${user.name} ${user.surname}`) : t`Ciao, ${name}`
  return (
    <>
      <PageHeading title={title} windowTitle={t`La tua pagina`} />
      <div className={classes.columns} data-wide-page="">
        <div>
          {patient && (
            <PendingActions
              patient={patient}
              waiting={consents.waiting}
              isMinor={consents.assent !== null && !isGuardian}
              startedQuestionnaire={startedQuestionnaire}
            />
          )}
          {patient && <ConsentSummary patient={patient} consents={consents} />}
        </div>
        <div>
          <DataUses {...home} />
          <AreaRows isGuardian={isGuardian} />
        </div>
      </div>
    </>
  )
}
