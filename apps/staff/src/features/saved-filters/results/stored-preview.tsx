import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { longCall } from '@registry/app-shell/api.ts'
import { loggedRead } from '@registry/app-shell/query-client.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../../app/shell.ts'
import type { RunsAs } from '../../../exports/export-file.ts'
import { PreviewRows, PreviewSection } from './preview-rows.tsx'

type Props = { readonly filter: SavedFilter; readonly runsAs: RunsAs }

/** The first rows of a stored filter (REQ-FIL-29). */
const StoredPreview = ({ filter: { id }, runsAs }: Props) => {
  const { data, error } = useQuery({
    ...trpc.savedFilters.run.queryOptions({ id, asRole: runsAs, isPreview: true }, longCall),
    ...loggedRead,
  })
  return (
    <PreviewSection>
      {error && <Notice status="error">{toRequestError(error).message}</Notice>}
      {data ? <PreviewRows result={data} /> : !error && <BlockSkeleton height={600} />}
    </PreviewSection>
  )
}

// React.lazy loads a default export.
export default StoredPreview
