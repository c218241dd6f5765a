import { takeRememberedRoute } from '@registry/ui/layout/remembered-route.ts'
import type { CurrentUser } from './guard.ts'
import { history } from './history.ts'
import { queryClient } from './query-client.ts'
import { trpc } from './trpc.ts'

/** Lets a person who just signed in go on: to the page they wanted first, else home; the guard sends an expired password to its page. */
export const enter = (user: CurrentUser): void => {
  queryClient.setQueryData(trpc.session.current.queryKey(), user)
  history.push((user.passwordExpired ? undefined : takeRememberedRoute('myconsent')) ?? '/myconsent')
}
