import { createFileRoute } from '@tanstack/react-router'
import { RecallStatusPage } from '../../features/recall-status/recall-status-page.tsx'

const Page = () => <RecallStatusPage />

export const Route = createFileRoute('/_public/stato_ritiro')({ component: Page })
