import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadCentreFigureTexts } from '../../app/messages.ts'
import { queryClient, trpc } from '../../app/shell.ts'
import { CentreFiguresPage } from '../../features/centre-figures/centre-figures-page.tsx'

export const Route = createFileRoute('/_signed-in/ca_indicatori')({
  loader: () => Promise.all([addTexts(loadCentreFigureTexts), queryClient.ensureQueryData(trpc.centreFigures.read.queryOptions({}))]),
  component: () => <CentreFiguresPage />,
})
