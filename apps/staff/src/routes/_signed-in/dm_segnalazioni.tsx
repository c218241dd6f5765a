import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadFindingTexts } from '../../app/messages.ts'
import { queryClient, trpc } from '../../app/shell.ts'
import { FindingOverviewPage } from '../../features/findings/finding-overview.tsx'

export const Route = createFileRoute('/_signed-in/dm_segnalazioni')({
  loader: () => Promise.all([addTexts(loadFindingTexts), queryClient.ensureQueryData(trpc.findings.overview.queryOptions())]),
  component: () => <FindingOverviewPage />,
})
