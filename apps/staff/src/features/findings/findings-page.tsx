import { Button } from '@mantine/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { trpc } from '../../app/shell.ts'
import layout from '../../layout/layout.module.css'
import { PageTabs } from '../../layout/page-tabs.tsx'
import { CentreQueries } from './centre-queries.tsx'
import { FindingList } from './finding-list.tsx'
import { findingPartNames, findingParts, type FindingPart, type FindingsSearch } from './findings-route.ts'

const partTexts = {
  aperte: msg`Aperte`,
  risposte: msg`Con risposta`,
  corrette: msg`Da chiudere`,
  chiuse: msg`Chiuse`,
} as const satisfies Record<FindingPart, ReturnType<typeof msg>>

/** The findings of a centre by state, and the queries of DataManagers (REQ-CRF-10, REQ-CRF-11). */
export const FindingsPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { parte = 'aperte', controllo }: FindingsSearch = useSearch({ strict: false })
  const show = (search: FindingsSearch) => void navigate({ to: '.', search, resetScroll: false })
  const { data } = useInfiniteQuery(
    trpc.findings.list.infiniteQueryOptions({ state: 'open' }, { getNextPageParam: ({ next }) => next ?? undefined }),
  )
  const counts = data?.pages.at(-1)?.counts
  const findingTabs = findingPartNames.map((part) => ({
    name: part,
    label: counts ? `${t(partTexts[part])} (${counts[findingParts[part]]})` : t(partTexts[part]),
    panel: (
      <>
        {controllo !== undefined && (
          <p className={layout.text}>
            {t`Solo le segnalazioni di un controllo.`}{' '}
            <Button size="compact-md" variant="default" onClick={() => show({ parte: part })}>{t`Mostra tutte`}</Button>
          </p>
        )}
        <FindingList state={findingParts[part]} checkKey={controllo} />
      </>
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
      <PageTabs
        label={t`Stato`}
        tabs={[...findingTabs, queryTab]}
        open={parte}
        onOpen={(part) => show({ parte: part, ...(controllo !== undefined && { controllo }) })}
      />
    </>
  )
}
