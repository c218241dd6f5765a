import { BlockSkeleton } from '@registry/ui/status/skeletons.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { shell } from '../../app/shell.ts'
import { RecordPage } from '../../features/ecrf/record-page.tsx'

export const Route = createFileRoute('/_signed-in/ecrf_/$record')({
  loader: () => shell.drafts.open(),
  component: () => {
    const { record } = Route.useParams()
    return (
      <Suspense fallback={<BlockSkeleton height={480} />}>
        <RecordPage key={record} id={record} />
      </Suspense>
    )
  },
})
