import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { NewsletterPage } from '../../features/newsletter/newsletter-page.tsx'

const Page = () => <NewsletterPage />

export const Route = createFileRoute('/_signed-in/pnewsletter')({
  loader: () => queryClient.ensureQueryData(trpc.newsletter.read.queryOptions()),
  component: Page,
})
