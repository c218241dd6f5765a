import { can, router } from './trpc.ts'
import { ChangedUser, NewUser, User, UserAction, UserOptions, UserQuery } from './users.ts'

export const users = router({
  list: can('users:administer', 'get_user_role')
    .output(User.array())
    .query(({ ctx }) => ctx.users.list(ctx.caller)),
  detail: can('users:administer', 'get_user_role', 'GET')
    .input(UserQuery)
    .output(User)
    .query(({ ctx, input }) => ctx.users.detail(ctx.caller, input.id)),
  options: can('users:administer', 'get_user_role', 'OPTIONS')
    .output(UserOptions)
    .query(({ ctx }) => ctx.users.options(ctx.caller)),
  create: can('users:administer', 'user', 'ADD')
    .input(NewUser)
    .output(User)
    .mutation(({ ctx, input }) => ctx.users.create(ctx.caller, input)),
  change: can('users:administer', 'user', 'CHANGE')
    .input(ChangedUser)
    .output(User)
    .mutation(({ ctx, input }) => ctx.users.change(ctx.caller, input)),
  suspend: can('users:administer', 'user', 'SUSPEND')
    .input(UserAction)
    .output(User)
    .mutation(({ ctx, input }) => ctx.users.suspend(ctx.caller, input)),
  reactivate: can('users:administer', 'user', 'REACTIVATE')
    .input(UserAction)
    .output(User)
    .mutation(({ ctx, input }) => ctx.users.reactivate(ctx.caller, input)),
  remove: can('users:administer', 'user', 'DELETE')
    .input(UserAction)
    .output(User)
    .mutation(({ ctx, input }) => ctx.users.remove(ctx.caller, input)),
  restore: can('users:administer', 'user', 'RESTORE')
    .input(UserAction)
    .output(User)
    .mutation(({ ctx, input }) => ctx.users.restore(ctx.caller, input)),
})
