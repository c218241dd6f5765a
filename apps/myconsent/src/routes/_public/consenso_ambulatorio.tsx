import { createFileRoute } from '@tanstack/react-router'
import { DeskPage } from '../../features/consents/desk/desk-page.tsx'

const Page = () => <DeskPage />

export const Route = createFileRoute('/_public/consenso_ambulatorio')({ component: Page })
