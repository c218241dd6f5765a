import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { CorrectionsPage } from '../../features/corrections/corrections-page.tsx'

const Page = () => <CorrectionsPage />

export const Route = createFileRoute('/_signed-in/correzioni')({
  loader: () => queryClient.ensureQueryData(trpc.corrections.list.queryOptions()),
  component: Page,
})
