import { Button } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { StudyParticipants } from '@registry/api-contract/studies'
import { loggedRead } from '@registry/app-shell/query-client.ts'
import { findFilterField } from '@registry/domain/fields/dictionary'
import { longCall } from '@registry/app-shell/api.ts'
import { Grid } from '@registry/ui/grid/grid.tsx'
import { ScrollableTable, TableHead } from '@registry/ui/layout/scrollable-table.tsx'
import { showDate } from '@registry/ui/language/format.ts'
import { describeFailure } from '@registry/ui/request-error.ts'
import { EmptyState } from '@registry/ui/status/empty-state.tsx'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { trpc } from '../../app/shell.ts'
import type { RunsAs } from '../../exports/export-file.ts'
import { buildResultColumns, type ResultLine } from '../../exports/result-columns.ts'
import { useDescribeOptions } from '../../exports/use-describe-options.ts'
import layout from '../../layout/layout.module.css'
import classes from './studies.module.css'

/** The height of the grid of an export, in pixels (document 2, section 9). */
const gridHeight = 400
const pseudonymWidth = 330

type Props = { readonly id: string; readonly runsAs: RunsAs }

/** The participants on screen. They load on request only, since every read is logged, and are dropped when the page closes (REQ-ADM-01). */
export const ParticipantRows = ({ id, runsAs }: Props) => {
  const { t } = useLingui()
  const [isRequested, setIsRequested] = useState(false)
  const { data, error, isFetching, isLoading, refetch } = useQuery({
    ...trpc.studies.participants.queryOptions({ id, asRole: runsAs }, longCall),
    enabled: isRequested,
    // A comparison of all old and new cells would block the page.
    structuralSharing: false,
    ...loggedRead,
  })
  const show = (): void => {
    if (isRequested) void refetch()
    setIsRequested(true)
  }
  return (
    <section aria-labelledby="heading-screen">
      <h2 id="heading-screen" className={layout.title}>{t`Sullo schermo`}</h2>
      <div className={layout.buttons}>
        <Button variant="default" loading={isFetching} onClick={show}>
          {data ? t`Aggiorna` : t`Mostra i pazienti`}
        </Button>
      </div>
      {error && <Notice status="error">{describeFailure(error)}</Notice>}
      {isLoading && <BlockSkeleton height={gridHeight} />}
      {data && <Rows result={data} />}
      {data && data.departures.length > 0 && <Departures departures={data.departures} />}
    </section>
  )
}

const lineId = ({ id }: ResultLine): string => id

const Rows = ({ result }: { readonly result: StudyParticipants }) => {
  const { t } = useLingui()
  const names = useMemo(() => result.columns.flatMap((column) => findFilterField(column)?.name ?? []), [result.columns])
  const describeOptions = useDescribeOptions(names)
  const columns = useMemo(() => {
    const [row, pseudonym, ...others] = buildResultColumns(result, describeOptions, { row: t`Riga`, yes: t`Sì`, no: t`No` })
    return row && pseudonym ? [row, { ...pseudonym, header: t`Pseudonimo`, width: pseudonymWidth }, ...others] : others
  }, [result, describeOptions, t])
  const lines = useMemo(() => result.rows.map((cells, index): ResultLine => ({ id: String(index + 1), cells })), [result.rows])
  const shown = lines.length
  if (result.total === 0)
    return <EmptyState title={t`Nessun partecipante`}>{t`Nessun paziente che puoi vedere ha risposto Sì a questo studio.`}</EmptyState>
  return (
    <>
      <p role="status" className={classes.note}>
        {t`${plural(result.total, { one: '# partecipante', other: '# partecipanti' })}`}
        {shown < result.total && t`; qui i primi ${shown}, nel file tutti`}
      </p>
      <Grid label={t`Partecipanti dello studio`} columns={columns} rows={lines} rowId={lineId} height={gridHeight} />
    </>
  )
}

/** The pseudonyms of patients who left. Their rows in earlier files must be deleted (REQ-STU-07). */
const Departures = ({ departures }: Pick<StudyParticipants, 'departures'>) => {
  const { t } = useLingui()
  return (
    <>
      <h3 className={layout.title}>{t`Usciti dallo studio`}</h3>
      <p className={classes.note}>{t`Non sono nei nuovi file. Elimina le esportazioni precedenti che li contengono.`}</p>
      <ScrollableTable label={t`Usciti dallo studio`}>
        <TableHead headings={[t`Pseudonimo`, t`Giorno dell’uscita`]} />
        <tbody>
          {departures.map(({ pseudonym, leftOn }) => (
            <tr key={pseudonym}>
              <th scope="row">{pseudonym}</th>
              <td>{showDate(leftOn)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollableTable>
    </>
  )
}
