import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { CentreFiguresPage } from '../../features/centre-figures/centre-figures-page.tsx'

export const Route = createFileRoute('/_signed-in/ca_indicatori')({
  loader: () => queryClient.ensureQueryData(trpc.centreFigures.read.queryOptions({})),
  component: () => <CentreFiguresPage />,
})
