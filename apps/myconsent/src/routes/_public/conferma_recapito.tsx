import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadLinkedTexts } from '../../app/messages.ts'
import { ConfirmContactPage } from '../../features/confirm-contact/confirm-contact-page.tsx'

const Page = () => <ConfirmContactPage />

export const Route = createFileRoute('/_public/conferma_recapito')({ loader: () => addTexts(loadLinkedTexts), component: Page })
