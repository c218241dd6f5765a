import '@mantine/core/styles/Tabs.css'
import { Button, Tabs } from '@mantine/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { trpc } from '../../app/shell.ts'
import { CentreQueries } from './centre-queries.tsx'
import { FindingList } from './finding-list.tsx'
import classes from './findings.module.css'
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
  const open = (part: string | null): void => {
    const chosen = [...findingPartNames, 'richieste' as const].find((one) => one === part)
    show({ ...(chosen && { parte: chosen }), ...(controllo !== undefined && { controllo }) })
  }
  return (
    <>
      <PageHeading
        title={t`Segnalazioni del centro`}
        lead={t`I valori delle cartelle che non rispettano una regola o sono insoliti: correggili, o rispondi che sono controllati e corretti.`}
      />
      <Tabs value={parte} onChange={open} keepMounted={false}>
        <Tabs.List aria-label={t`Stato`}>
          {findingPartNames.map((part) => (
            <Tabs.Tab key={part} value={part}>
              {counts ? `${t(partTexts[part])} (${counts[findingParts[part]]})` : t(partTexts[part])}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="richieste">{t`Richieste di chiarimento`}</Tabs.Tab>
        </Tabs.List>
        {findingPartNames.map((part) => (
          <Tabs.Panel key={part} value={part} className={classes.panel}>
            {controllo !== undefined && (
              <p className={classes.text}>
                {t`Solo le segnalazioni di un controllo.`}{' '}
                <Button size="compact-md" variant="default" onClick={() => show({ parte: part })}>{t`Mostra tutte`}</Button>
              </p>
            )}
            {part === parte && <FindingList state={findingParts[part]} checkKey={controllo} />}
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="richieste" className={classes.panel}>
          {parte === 'richieste' && <CentreQueries of="centre" onShowCheck={(key) => show({ controllo: key })} />}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
