import { createFileRoute } from '@tanstack/react-router'
import { MyRecordPage } from '../../features/my-record/my-record-page.tsx'

const Page = () => <MyRecordPage user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/miei_dati')({ component: Page })
