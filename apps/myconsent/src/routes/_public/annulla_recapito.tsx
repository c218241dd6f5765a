import { createFileRoute } from '@tanstack/react-router'
import { UndoContactPage } from '../../features/undo-contact/undo-contact-page.tsx'

const Page = () => <UndoContactPage />

export const Route = createFileRoute('/_public/annulla_recapito')({ component: Page })
