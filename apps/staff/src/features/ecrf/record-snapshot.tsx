import { useLingui } from '@lingui/react/macro'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import { formSections } from '@registry/domain/ecrf/form'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { RecordFacts } from './record-facts.tsx'
import classes from './ecrf.module.css'

type Props = { readonly code: string; readonly choices: RecordChoices; readonly at: string }

/** The filled fields of the record as it was after one of its saves (REQ-CRF-03). */
export const RecordSnapshotView = ({ code, choices, at }: Props) => {
  const { t } = useLingui()
  const { data } = useQuery(trpc.ecrf.past.queryOptions({ code, at }))
  if (!data) return <BlockSkeleton height={120} />
  // The registration has values too, but they are not in the form.
  if (!formSections.some(({ fields }) => fields.some(({ name }) => (data.values[name] ?? null) !== null)))
    return <p className={classes.note}>{t`Allora la cartella non aveva valori.`}</p>
  return <RecordFacts values={data.values} choices={choices} />
}
