import { createFileRoute } from '@tanstack/react-router'
import { ReceiptCheckPage } from '../../features/receipts/receipt-check-page.tsx'

const Page = () => <ReceiptCheckPage />

export const Route = createFileRoute('/_public/verifica_ricevuta')({ component: Page })
