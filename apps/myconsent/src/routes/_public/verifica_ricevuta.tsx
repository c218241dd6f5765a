import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadLinkedTexts } from '../../app/messages.ts'
import { ReceiptCheckPage } from '../../features/receipt-check/receipt-check-page.tsx'

const Page = () => <ReceiptCheckPage />

export const Route = createFileRoute('/_public/verifica_ricevuta')({ loader: () => addTexts(loadLinkedTexts), component: Page })
