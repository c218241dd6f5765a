import { createFileRoute } from '@tanstack/react-router'
import { DeletionStatusPage } from '../../features/deletion-status/deletion-status-page.tsx'

const Page = () => <DeletionStatusPage />

export const Route = createFileRoute('/_public/stato_ritiro')({ component: Page })
