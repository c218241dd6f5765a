import { createFileRoute } from '@tanstack/react-router'
import { StaffSignIn } from '../../features/sign-in/staff-sign-in.tsx'

export const Route = createFileRoute('/_public/login')({ codeSplitGroupings: [], component: StaffSignIn })
