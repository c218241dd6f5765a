import { createFileRoute } from '@tanstack/react-router'
import { shell } from '../../app/shell.ts'
import { RecordPage } from '../../features/ecrf/record-page.tsx'
import { loadRecord } from '../../features/ecrf/record-queries.ts'
import { RecordSkeleton } from '../../features/ecrf/record-skeleton.tsx'

export const Route = createFileRoute('/_signed-in/ecrf_/$record')({
  loader: ({ params: { record } }) => Promise.all([loadRecord(record), shell.drafts.open()]),
  pendingComponent: RecordSkeleton,
  component: () => <RecordPage />,
})
