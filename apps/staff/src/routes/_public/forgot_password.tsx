import { createFileRoute } from '@tanstack/react-router'
import { ForgottenPassword } from '../../features/forgotten-password/forgotten-password.tsx'

export const Route = createFileRoute('/_public/forgot_password')({ component: ForgottenPassword })
