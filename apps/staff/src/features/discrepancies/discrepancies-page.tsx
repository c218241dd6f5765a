import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageTabs } from '../../layout/page-tabs.tsx'
import { CentreQueries } from './centre-queries.tsx'
import { DiscrepancyList } from './discrepancy-list.tsx'
import {
  discrepancyPartNames,
  discrepancyParts,
  listDiscrepancies,
  type DiscrepancyPart,
  type DiscrepanciesSearch,
} from './discrepancies-route.ts'

const partTexts = {
  aperte: msg`Aperte`,
  risposte: msg`Con risposta`,
  corrette: msg`Da chiudere`,
  chiuse: msg`Chiuse`,
} as const satisfies Record<DiscrepancyPart, ReturnType<typeof msg>>

/** The discrepancies of a centre by state, and the queries of DataManagers (REQ-CRF-10, REQ-CRF-11). */
export const DiscrepanciesPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { parte = 'aperte', controllo, campo }: DiscrepanciesSearch = useSearch({ strict: false })
  const show = (search: DiscrepanciesSearch) => void navigate({ to: '.', search, resetScroll: false })
  const { data } = useInfiniteQuery(listDiscrepancies({ state: 'open' }))
  const limits = { ...(controllo !== undefined && { controllo }), ...(campo !== undefined && { campo }) }
  const counts = data?.pages.at(-1)?.counts
  const discrepancyTabs = discrepancyPartNames.map((part) => ({
    name: part,
    label: counts ? `${t(partTexts[part])} (${counts[discrepancyParts[part]]})` : t(partTexts[part]),
    panel: (
      <DiscrepancyList key={part} state={discrepancyParts[part]} limits={limits} onLimit={(changed) => show({ parte: part, ...changed })} />
    ),
  }))
  const queryTab = {
    name: 'richieste',
    label: t`Richieste di chiarimento`,
    panel: <CentreQueries of="centre" onShowCheck={(key) => show({ controllo: key })} />,
  } as const
  return (
    <>
      <PageHeading
        title={t`Segnalazioni del centro`}
        lead={t`I valori delle cartelle che non rispettano una regola o sono insoliti: correggili, o rispondi che sono controllati e corretti.`}
      />
      <PageTabs label={t`Stato`} tabs={[...discrepancyTabs, queryTab]} open={parte} onOpen={(part) => show({ parte: part, ...limits })} />
    </>
  )
}
