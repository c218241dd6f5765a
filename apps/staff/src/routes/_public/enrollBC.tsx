import { createFileRoute } from '@tanstack/react-router'
import { EnrolmentReceived } from '../../features/enrolment-requests/enrolment-received.tsx'

export const Route = createFileRoute('/_public/enrollBC')({ component: EnrolmentReceived })
