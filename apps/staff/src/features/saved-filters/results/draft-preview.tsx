import { Trans } from '@lingui/react/macro'
import { useDebouncedValue } from '@mantine/hooks'
import { longCall } from '@registry/app-shell/api.ts'
import { loggedRead } from '@registry/app-shell/query-client.ts'
import type { FilterRows } from '@registry/api-contract/saved-filters'
import type { Condition } from '@registry/domain/filter/condition'
import { toWrittenCondition } from '@registry/domain/filter/condition-tree'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import type { FieldSelection } from '@registry/domain/filter/selection'
import { toRequestError } from '@registry/ui/request-error.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { trpc } from '../../../app/shell.ts'
import type { RunsAs } from '../../../exports/export-file.ts'
import layout from '../../../layout/layout.module.css'
import { PreviewRows, PreviewSection } from './preview-rows.tsx'

/** Longer than the pause before a count, because each preview reads patients and is logged. */
const delayMs = 1000

type Props = {
  readonly runsAs: RunsAs
  readonly fields: FieldSelection
  /** Null while the condition has an error. */
  readonly where: Condition | null
}

/** The first rows of a filter while it is edited, also unsaved (REQ-FIL-29). */
export const DraftPreview = ({ runsAs, fields, where }: Props) => {
  const current = useMemo(
    () =>
      where && listSelectedFields(fields).length > 0
        ? JSON.stringify({ asRole: runsAs, where: toWrittenCondition(where), fields })
        : undefined,
    [runsAs, where, fields],
  )
  const [settled] = useDebouncedValue(current, delayMs)
  const isSettled = current !== undefined && current === settled
  const { data, error } = useQuery({
    ...trpc.savedFilters.preview.queryOptions(
      isSettled && where ? { asRole: runsAs, where: toWrittenCondition(where), fields } : skipToken,
      {
        trpc: { ...longCall.trpc, abortOnUnmount: true },
      },
    ),
    ...loggedRead,
  })
  const [last, setLast] = useState<FilterRows>()
  if (data && last !== data) setLast(data)
  if (listSelectedFields(fields).length === 0)
    return (
      <PreviewSection>
        <p className={layout.quiet}>
          <Trans>Scegli almeno una colonna: qui compaiono le prime righe.</Trans>
        </p>
      </PreviewSection>
    )
  return (
    <PreviewSection isOld={last !== data}>
      {error && <Notice status="error">{toRequestError(error).message}</Notice>}
      {last ? <PreviewRows result={last} /> : !error && <BlockSkeleton height={200} />}
    </PreviewSection>
  )
}
