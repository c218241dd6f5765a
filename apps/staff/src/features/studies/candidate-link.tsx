import { HoverCard } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ListedPatient } from '@registry/api-contract/ecrf'
import type { StudyCandidate } from '@registry/api-contract/study-candidates'
import { loggedRead } from '@registry/app-shell/query-client.ts'
import { alertMessages } from '@registry/domain/ecrf/summary-messages'
import { findConsentState, findShare } from '@registry/domain/ecrf/work-list'
import { showDate } from '@registry/ui/language/format.ts'
import { type Fact, FactList } from '@registry/ui/layout/fact-list.tsx'
import { RouteLink } from '@registry/ui/layout/navigation.tsx'
import { describeFailure } from '@registry/ui/request-error.ts'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { StatusBadge } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { consentNames } from '../../app/consent-names.ts'
import { recordAddress } from '../../app/record-address.ts'
import { trpc } from '../../app/shell.ts'
import { useValueText } from '../../app/use-value-text.ts'
import classes from './studies.module.css'

/** A pointer that crosses the list reads nothing: each summary is a logged read (REQ-ADM-01). */
const openDelayMs = 300
/** A second look within this time reads nothing again. */
const keptMs = 60_000

/** The name of a candidate, which leads to the record. Pointer and keyboard focus show a summary of the patient (REQ-STU-06). */
export const CandidateLink = ({ candidate: { record, centrePatientCode, surname, name } }: { readonly candidate: StudyCandidate }) => (
  <HoverCard role="tooltip" openDelay={openDelayMs} position="bottom-start" shadow="md" width={340}>
    <HoverCard.Target>
      <RouteLink href={recordAddress(record)}>{`${surname} ${name}`}</RouteLink>
    </HoverCard.Target>
    <HoverCard.Dropdown>
      <PatientSummary code={centrePatientCode} />
    </HoverCard.Dropdown>
  </HoverCard>
)

const PatientSummary = ({ code }: { readonly code: string }) => {
  const { data, error } = useQuery({ ...trpc.ecrf.patients.queryOptions({ code }), ...loggedRead, gcTime: keptMs })
  const { data: choices } = useQuery(trpc.ecrf.choices.queryOptions())
  const patient = data?.patients[0]
  if (error) return <>{describeFailure(error)}</>
  if (!patient || !choices) return <LinesSkeleton lines={6} />
  return <Summary patient={patient} choices={choices} />
}

type Props = { readonly patient: ListedPatient; readonly choices: Parameters<typeof useValueText>[0] }

/** The columns of the work list that help to decide about a candidate. Values of a section without consent never reach the browser. */
const Summary = ({ patient, choices }: Props) => {
  const { t } = useLingui()
  const showValue = useValueText(choices)
  const { personal, medical, age, sex, phenotype, ferritin, mri, discrepancies, alerts } = patient
  const withheld = t`senza consenso`
  const share = findShare(patient.filled, patient.total)
  const facts: readonly Fact[] = [
    [t`Età`, personal ? (age === null ? '—' : t`${age} anni`) : withheld],
    [t`Sesso`, personal ? showValue('SEX', sex) : withheld],
    [t`Fenotipo`, medical ? showValue('FENOTYPE', phenotype) : withheld],
    [t`Ferritina`, medical ? showValue('FERRITIN_LAST', ferritin) : withheld],
    [t`Ultima RM`, medical ? (mri === null ? t`mai` : showDate(mri)) : withheld],
    [t`Consensi`, t(consentNames[findConsentState(patient)])],
    [t`Aggiornata`, showDate(patient.updated)],
    [t`Completezza`, share === undefined ? '—' : `${share} %`],
    [t`Segnalazioni`, String(discrepancies)],
  ]
  return (
    <>
      <FactList facts={facts} className={classes.summary} />
      {alerts.map((alert) => (
        <StatusBadge key={alert} status="error" wraps>
          {t(alertMessages[alert])}
        </StatusBadge>
      ))}
    </>
  )
}
