import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Role } from '@registry/domain/access/roles'

/** The names of the roles, as people read them. */
export const roleNames = {
  GlobalAdmin: msg`Amministratore globale`,
  UserAdmin: msg`Amministratore degli utenti`,
  DataManager: msg`Responsabile dei dati`,
  CenterAdmin: msg`Amministratore del centro`,
} as const satisfies Record<Role, MessageDescriptor>
