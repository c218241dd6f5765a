import { useLingui, Plural, Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { CurrentConsents } from '@registry/api-contract/consents'
import type { PatientHome as HomeData } from '@registry/api-contract/home'
import type { CurrentUser } from '@registry/app-shell/guard.ts'
import { formatPersonName } from '@registry/domain/patient/person-name'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { ConsentSummary } from './consent-summary.tsx'
import { AreaRows } from './area-rows.tsx'
import { PendingActions } from './pending-actions.tsx'
import { AllDataUses } from './all-data-uses.tsx'
import { DataUseList } from './data-use-list.tsx'
import classes from './home.module.css'
import { Section } from './section.tsx'

/** The uses of the patient's data: their number this year, the newest ones, and all of them on request. */
const DataUses = ({ uses, usesThisYear }: HomeData) => {
  const { t } = useLingui()
  const [showsAll, setShowsAll] = useState(false)
  return (
    <Section title={t`Chi ha usato i tuoi dati?`}>
      <p className={classes.sentence}>
        <Plural
          value={usesThisYear}
          _0="Quest’anno nessuno ha usato i tuoi dati."
          one="Quest’anno i tuoi dati sono stati usati una volta."
          other="Quest’anno i tuoi dati sono stati usati # volte."
        />
      </p>
      {showsAll ? <AllDataUses /> : <DataUseList uses={uses} />}
      {!showsAll && uses.length > 0 && (
        <Button variant="default" size="md" onClick={() => setShowsAll(true)}>
          <Trans>Mostra tutti gli usi</Trans>
        </Button>
      )}
    </Section>
  )
}

type Props = { readonly user: CurrentUser; readonly states: CurrentConsents['states'] }

/** The patient's home page: pending actions, consents, data uses and areas (REQ-UI-12). */
export const PatientHome = ({ user, states }: Props) => {
  const { t } = useLingui()
  const { data: home } = useSuspenseQuery(trpc.home.patient.queryOptions())
  const { patient } = user
  const name = formatPersonName(user.name)
  return (
    <>
      <PageHeading title={t`Ciao, ${name}`} windowTitle={t`La tua pagina`} />
      {patient && patient.c_db !== true && (
        <Notice status="error" title={t`Non hai mai autorizzato la registrazione`}>
          {t`Senza la tua autorizzazione i tuoi dati non entrano nel registro.`}
        </Notice>
      )}
      {patient && <PendingActions patient={patient} />}
      {patient && <ConsentSummary patient={patient} states={states} />}
      <DataUses uses={home.uses} usesThisYear={home.usesThisYear} />
      <AreaRows />
    </>
  )
}
