import { routerOptions } from '@registry/app-shell/router.tsx'
import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../routeTree.gen.ts'
import { shell } from './shell.ts'

export const createAppRouter = () => createRouter({ routeTree, ...routerOptions(shell) })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
