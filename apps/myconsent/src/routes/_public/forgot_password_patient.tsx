import { createFileRoute } from '@tanstack/react-router'
import { openedLink } from '../../app/shell.ts'
import { ForgottenPassword } from '../../features/forgotten-password/forgotten-password.tsx'

const Page = () => <ForgottenPassword contact={openedLink?.contact} />

export const Route = createFileRoute('/_public/forgot_password_patient')({ component: Page })
