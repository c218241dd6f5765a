import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import { showMoment } from '@registry/ui/language/format.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../app/shell.ts'
import { RecordFacts } from './record-facts.tsx'
import classes from './ecrf.module.css'

type Props = {
  readonly code: string
  readonly choices: RecordChoices
  /** The moments of the saves, the newest first. */
  readonly moments: readonly string[]
}

/** The filled fields of the record as it was after one of its saves (REQ-CRF-03). */
export const RecordSnapshotView = ({ code, choices, moments }: Props) => {
  const { t } = useLingui()
  const [at, setAt] = useState<string | null>(null)
  const { data } = useQuery(trpc.ecrf.past.queryOptions(at === null ? skipToken : { code, at }))
  const values = data?.values ?? {}
  return (
    <>
      <Select
        label={t`La cartella com’era`}
        placeholder={t`Scegli un salvataggio`}
        data={moments.map((moment) => ({ value: moment, label: showMoment(moment) }))}
        value={at}
        onChange={setAt}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t`Svuota` }}
      />
      {at !== null && !data && <BlockSkeleton height={120} />}
      {data && Object.values(values).every((value) => value === null) && (
        <p className={classes.note}>{t`Allora la cartella non aveva valori.`}</p>
      )}
      {data && <RecordFacts values={values} choices={choices} />}
    </>
  )
}
