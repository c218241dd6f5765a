import { createSignOut } from '@registry/app-shell/session.ts'
import { createFileRoute } from '@tanstack/react-router'
import { shell } from '../app/shell.ts'

export const Route = createFileRoute('/logout')({ beforeLoad: createSignOut(shell) })
