import { createFileRoute } from '@tanstack/react-router'
import { ConfirmContactPage } from '../../features/confirm-contact/confirm-contact-page.tsx'

const Page = () => <ConfirmContactPage />

export const Route = createFileRoute('/_public/conferma_recapito')({ component: Page })
