import { createShell } from '@registry/app-shell/shell.ts'

/** Browser history, cache and server of this app. */
export const shell = createShell({ site: 'staff', title: { it: 'Registro talassemie', en: 'Thalassaemia registry' }, home: '/uhome' })
export const { api, history, queryClient, trpc } = shell
